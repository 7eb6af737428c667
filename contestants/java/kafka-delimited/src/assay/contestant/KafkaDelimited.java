package assay.contestant;

import assay.kit.Library;
import assay.kit.Refusal;
import assay.kit.kafka.ConnectRow;
import assay.kit.kafka.RowAdapter;
import assay.kit.schema.SchemaType;
import assay.kit.schema.WorkloadSchema;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * A line of values with commas between, by Commons CSV: the printer serves all rows, a parser one,
 * as it is made.
 */
@Library(name = "commons-csv", type = CSVFormat.class)
public final class KafkaDelimited extends RowAdapter {
    public KafkaDelimited(WorkloadSchema schema) {
        super(schema, row -> new Lines(row).serde());
    }

    private static final class Lines {
        private static final CSVFormat FORMAT =
                CSVFormat.RFC4180.builder().setRecordSeparator("").get();

        private final ConnectRow row;
        private final List<Field> fields;
        private final List<Function<String, Object>> parsers;
        private final StringBuilder line = new StringBuilder();
        private final CSVPrinter printer;

        Lines(ConnectRow row) {
            this.row = row;
            fields = row.schema().fields();
            parsers = row.type().fields.stream().map(Lines::parser).toList();
            try {
                printer = new CSVPrinter(line, FORMAT);
            } catch (IOException e) { // a StringBuilder has none
                throw new IllegalStateException(e);
            }
        }

        Serde<Struct> serde() {
            return Serdes.serdeFrom(
                    (topic, struct) -> serialize(struct), (topic, bytes) -> deserialize(bytes));
        }

        private static Function<String, Object> parser(SchemaType.Field field) {
            return switch (field.type().type) {
                case BOOLEAN -> Boolean::valueOf;
                case INT -> Integer::valueOf;
                case LONG -> Long::valueOf;
                case FLOAT -> Float::valueOf;
                case DOUBLE -> Double::valueOf;
                case STRING, ENUM -> text -> text;
                default ->
                        throw Refusal.unsupported(
                                "delimited rows are flat, of numbers, booleans and strings that "
                                        + "are never null; "
                                        + field.name()
                                        + " is none");
            };
        }

        private byte[] serialize(Struct struct) {
            try {
                line.setLength(0);
                for (Field field : fields) {
                    printer.print(struct.get(field));
                }
                printer.println();
                return line.toString().getBytes(StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new SerializationException(e);
            }
        }

        private Struct deserialize(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.UTF_8);
            try (CSVParser parser =
                    CSVParser.builder().setReader(new StringReader(text)).setFormat(FORMAT).get()) {
                CSVRecord values = parser.iterator().next();
                Struct struct = new Struct(row.schema());
                for (int i = 0; i < parsers.size(); i++) {
                    struct.put(fields.get(i), parsers.get(i).apply(values.get(i)));
                }
                return struct;
            } catch (IOException e) {
                throw new SerializationException(e);
            }
        }
    }
}
