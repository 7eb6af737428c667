package assay.contestant;

import assay.kit.pojo.PojoTypes;

import org.apache.avro.Schema;
import org.apache.avro.reflect.ReflectData;

import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;

/**
 * Avro's reflective model for classes whose names are not those of the schema. Arrays of the schema
 * say which class holds them, as those of schemas that Avro makes of classes do.
 */
final class PojoData extends ReflectData {
    private static final Map<Schema.Type, Class<?>> ARRAYS =
            Map.of(
                    Schema.Type.BOOLEAN, boolean[].class,
                    Schema.Type.INT, int[].class,
                    Schema.Type.LONG, long[].class,
                    Schema.Type.FLOAT, float[].class,
                    Schema.Type.DOUBLE, double[].class);

    private final PojoTypes types;
    private final Map<String, Schema> schemas = new HashMap<>();

    PojoData(Schema schema, PojoTypes types) {
        this.types = types;
        visit(schema);
    }

    private void visit(Schema schema) {
        switch (schema.getType()) {
            case RECORD -> {
                if (schemas.put(schema.getFullName(), schema) == null) {
                    schema.getFields().forEach(field -> visit(field.schema()));
                }
            }
            case ENUM -> schemas.put(schema.getFullName(), schema);
            case BYTES -> hold(schema, byte[].class);
            case ARRAY -> {
                hold(schema, ARRAYS.get(schema.getElementType().getType()));
                visit(schema.getElementType());
            }
            case MAP -> visit(schema.getValueType());
            case UNION -> schema.getTypes().forEach(this::visit);
            default -> {}
        }
    }

    private static void hold(Schema schema, Class<?> type) {
        if (type != null && schema.getObjectProp("java-class") == null) {
            schema.addProp("java-class", type.getName());
        }
    }

    @Override
    public Class<?> getClass(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM -> types.classOf(schema.getFullName());
            default -> super.getClass(schema);
        };
    }

    /** A fixed is bytes, too. */
    @Override
    public int resolveUnion(Schema union, Object datum) {
        if (datum instanceof byte[] bytes && union.getIndexNamed("bytes") == null) {
            for (int i = 0; i < union.getTypes().size(); i++) {
                Schema branch = union.getTypes().get(i);
                if (branch.getType() == Schema.Type.FIXED
                        && branch.getFixedSize() == bytes.length) {
                    return i;
                }
            }
        }
        return super.resolveUnion(union, datum);
    }

    @Override
    public Schema getSchema(Type type) {
        String name = type instanceof Class<?> known ? types.nameOf(known) : null;
        return name == null ? super.getSchema(type) : schemas.get(name);
    }
}
