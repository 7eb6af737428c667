package assay.kit.avro;

import assay.kit.schema.SchemaType;

import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plain values to and from Avro's data model, for every contestant whose domain values are of that
 * model: generic ones with {@link GenericData}, generated classes with SpecificData. Strings are
 * made as String, as a user would put them; those that come from a decoder may be of any class, and
 * are read by toString.
 */
public final class AvroValues {
    private final GenericData model;
    private final SchemaType type;
    private final Schema schema;

    /**
     * {@code schema} is the workload's as Avro parsed it, or the schema that the generated classes
     * carry; {@code type} is the same as the lab resolved it.
     */
    public AvroValues(GenericData model, SchemaType type, Schema schema) {
        this.model = model;
        this.type = type;
        this.schema = schema;
    }

    public Object fromPlain(Object plain) {
        return datum(type, schema, plain);
    }

    public Object toPlain(Object datum) {
        return plain(type, schema, datum);
    }

    /**
     * Field by field, for {@link assay.kit.Adapter#assign}; false where the values are not records.
     */
    public boolean assign(Object target, Object source) {
        if (!(target instanceof IndexedRecord to && source instanceof IndexedRecord from)) {
            return false;
        }
        for (int i = 0; i < type.fields.size(); i++) {
            to.put(i, from.get(i));
        }
        return true;
    }

    private Object datum(SchemaType type, Schema schema, Object plain) {
        return switch (type.type) {
            case NULL, BOOLEAN, INT, LONG, FLOAT, DOUBLE, STRING -> plain;
            case BYTES -> ByteBuffer.wrap((byte[]) plain);
            case FIXED -> model.createFixed(null, (byte[]) plain, schema);
            case ENUM -> model.createEnum((String) plain, schema);
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                for (Object item : (List<?>) plain) {
                    list.add(datum(type.inner, schema.getElementType(), item));
                }
                yield list;
            }
            case MAP -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) plain)
                        .forEach(
                                (key, value) ->
                                        map.put(
                                                key,
                                                datum(type.inner, schema.getValueType(), value)));
                yield map;
            }
            case RECORD -> {
                IndexedRecord record = (IndexedRecord) model.newRecord(null, schema);
                for (int i = 0; i < type.fields.size(); i++) {
                    SchemaType.Field field = type.fields.get(i);
                    Object value = ((Map<?, ?>) plain).get(field.name());
                    record.put(i, datum(field.type(), schema.getFields().get(i).schema(), value));
                }
                yield record;
            }
            case UNION -> {
                int branch = type.branchOf(plain);
                yield datum(type.branches.get(branch), schema.getTypes().get(branch), plain);
            }
        };
    }

    private Object plain(SchemaType type, Schema schema, Object datum) {
        return switch (type.type) {
            case NULL, BOOLEAN, INT, LONG, FLOAT, DOUBLE -> datum;
            case STRING -> datum.toString();
            case BYTES -> {
                byte[] bytes = new byte[((ByteBuffer) datum).remaining()];
                ((ByteBuffer) datum).duplicate().get(bytes);
                yield bytes;
            }
            case FIXED -> ((GenericFixed) datum).bytes().clone();
            // A generated enum may name its constants otherwise than the schema its symbols; their
            // order is the same.
            case ENUM ->
                    datum instanceof Enum<?> e ? type.symbols.get(e.ordinal()) : datum.toString();
            case ARRAY -> {
                List<Object> list = new ArrayList<>(((Collection<?>) datum).size());
                for (Object item : (Collection<?>) datum) {
                    list.add(plain(type.inner, schema.getElementType(), item));
                }
                yield list;
            }
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) datum)
                        .forEach(
                                (key, value) ->
                                        map.put(
                                                key.toString(),
                                                plain(type.inner, schema.getValueType(), value)));
                yield map;
            }
            case RECORD -> {
                Map<String, Object> record = new LinkedHashMap<>();
                for (int i = 0; i < type.fields.size(); i++) {
                    SchemaType.Field field = type.fields.get(i);
                    Object value = ((IndexedRecord) datum).get(i);
                    record.put(
                            field.name(),
                            plain(field.type(), schema.getFields().get(i).schema(), value));
                }
                yield record;
            }
            case UNION -> {
                int branch = model.resolveUnion(schema, datum);
                yield plain(type.branches.get(branch), schema.getTypes().get(branch), datum);
            }
        };
    }
}
