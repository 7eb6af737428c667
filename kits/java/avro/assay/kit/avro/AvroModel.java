package assay.kit.avro;

import assay.kit.Refusal;
import assay.kit.schema.SchemaType;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * How records are held, generic or of generated classes, with the schema that belongs to it.
 *
 * @param data Avro's model, the source of its readers and writers
 * @param type the schema as the lab resolved it
 * @param schema the same as Avro parsed it, or as the generated class carries it
 */
public record AvroModel(GenericData data, SchemaType type, Schema schema) {
    /**
     * Text is decoded to String, which a schema's property asks for: the default, Utf8, leaves the
     * work of making characters out of bytes to the first reading of the value (rule 1).
     */
    public static AvroModel generic(WorkloadSchema workload) {
        Schema schema = new Schema.Parser().parse(workload.text());
        askForStrings(schema, Collections.newSetFromMap(new IdentityHashMap<>()));
        return new AvroModel(GenericData.get(), workload.type(), schema);
    }

    private static void askForStrings(Schema schema, Set<Schema> seen) {
        if (!seen.add(schema)) {
            return;
        }
        switch (schema.getType()) {
            case STRING -> GenericData.setStringType(schema, GenericData.StringType.String);
            case MAP -> {
                GenericData.setStringType(schema, GenericData.StringType.String); // of its keys
                askForStrings(schema.getValueType(), seen);
            }
            case ARRAY -> askForStrings(schema.getElementType(), seen);
            case UNION -> schema.getTypes().forEach(branch -> askForStrings(branch, seen));
            case RECORD -> schema.getFields().forEach(field -> askForStrings(field.schema(), seen));
            default -> {}
        }
    }

    /**
     * Of the class that Avro's generator made from the workload's schema; it is found by the
     * schema's name.
     */
    public static AvroModel specific(WorkloadSchema workload) {
        Schema schema = new Schema.Parser().parse(workload.text());
        if (schema.getType() != Schema.Type.RECORD) {
            throw Refusal.unsupported(
                    "classes are generated for records only, not for "
                            + schema.getType().getName());
        }
        Class<?> type = SpecificData.get().getClass(schema);
        if (type == null || !SpecificRecord.class.isAssignableFrom(type)) {
            throw Refusal.failed("no class was generated for " + schema.getFullName());
        }
        return new AvroModel(
                SpecificData.getForClass(type),
                workload.type(),
                SpecificData.get().getSchema(type));
    }

    @SuppressWarnings("unchecked") // R is what the model makes of records
    <R> DatumWriter<R> newWriter() {
        return data.createDatumWriter(schema);
    }

    /** Of records that were written in another schema. */
    @SuppressWarnings("unchecked") // as above
    <R> DatumReader<R> newReader(Schema writer) {
        return data.createDatumReader(writer, schema);
    }

    @SuppressWarnings("unchecked") // as above
    <R> DatumReader<R> newReader() {
        return data.createDatumReader(schema);
    }
}
