package assay.kit.avro;

import assay.kit.Adapter;

/**
 * What every contestant of Apache Avro does alike: plain values to and from Avro's data model.
 *
 * @param <R> the domain value: what the model makes of records
 */
public abstract class AvroAdapter<R> implements Adapter<R> {
    private final AvroValues values;

    protected AvroAdapter(AvroModel model) {
        values = new AvroValues(model.data(), model.type(), model.schema());
    }

    @Override
    @SuppressWarnings("unchecked") // R is what the model makes of records
    public final R fromPlain(Object plain) {
        return (R) values.fromPlain(plain);
    }

    @Override
    public final Object toPlain(R record) {
        return values.toPlain(record);
    }

    @Override
    public final boolean assign(R target, R source) {
        return values.assign(target, source);
    }
}
