package assay.kit.generic;

import assay.kit.Adapter;
import assay.kit.schema.SchemaType;
import assay.kit.schema.WorkloadSchema;

import java.util.Map;

/**
 * What every contestant does alike whose domain values are plain values. Its format may know fewer
 * kinds of numbers than the schema: what it decodes need only be a number of the right kind, of any
 * width.
 */
public abstract class PlainAdapter implements Adapter<Object> {
    private final SchemaType schema;

    protected PlainAdapter(WorkloadSchema workload) {
        schema = workload.type();
    }

    @Override
    public final Object fromPlain(Object plain) {
        return plain;
    }

    @Override
    public final Object toPlain(Object record) {
        return PlainNumbers.of(schema, record);
    }

    @Override
    @SuppressWarnings("unchecked") // both are records, as the kit made them
    public final boolean assign(Object target, Object source) {
        if (!(target instanceof Map && source instanceof Map)) {
            return false;
        }
        ((Map<String, Object>) target).putAll((Map<String, Object>) source);
        return true;
    }
}
