package assay.kit.pojo;

import assay.kit.Adapter;
import assay.kit.Refusal;
import assay.kit.schema.SchemaType;
import assay.kit.schema.Type;
import assay.kit.schema.WorkloadSchema;

/**
 * What every contestant does alike whose domain values are of the plain classes that the lab
 * generated from the workload's schema: conversion from and to plain values.
 */
public abstract class PojoAdapter implements Adapter<Object> {
    private final SchemaType schema;
    private final PojoTypes types;
    private final PojoValues values;

    /** {@code types}: those that were generated from the schema. */
    protected PojoAdapter(WorkloadSchema workload, PojoTypes types) {
        this.types = types;
        values = new PojoValues(types);
        schema = workload.type();
        if (schema.type != Type.RECORD) {
            throw Refusal.unsupported(
                    "classes are generated for records only, not for " + schema.name);
        }
    }

    /** The class of a record of the workload. */
    protected final Class<?> root() {
        return types.named(schema.name).type();
    }

    @Override
    public final Object fromPlain(Object plain) {
        return values.fromPlain(schema, plain);
    }

    @Override
    public final Object toPlain(Object record) {
        return values.toPlain(schema, record);
    }

    @Override
    public final boolean assign(Object target, Object source) {
        return values.assign(target, source);
    }
}
