import org.apache.avro.SchemaParser;
import org.apache.avro.compiler.specific.SpecificCompiler;
import org.apache.avro.generic.GenericData.StringType;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Avro's generated classes for a schema, as its plugin for Maven makes them, with String for text.
 */
public final class SpecificClasses {
    private SpecificClasses() {}

    /** {@code args}: the schema's file, and the folder of the sources. */
    public static void main(String[] args) throws IOException {
        File schema = new File(args[0]);
        SchemaParser parser = new SchemaParser();
        parser.parse(schema);
        SpecificCompiler compiler = new SpecificCompiler(parser.getParsedNamedSchemas());
        compiler.setStringType(StringType.String);
        compiler.setOutputCharacterEncoding(StandardCharsets.UTF_8.name());
        compiler.compileToDestination(schema, new File(args[1]));
    }
}
