package assay.kit;

/**
 * An adapter whose library also appends a record's bytes to a buffer that is kept.
 *
 * @param <R> the domain value: a record as the library's user holds it
 */
public interface AppendingAdapter<R> extends Adapter<R> {
    /** The buffer, which is the same one for as long as the adapter lasts. */
    KeptBuffer buffer();

    /** Appends the record's bytes to the buffer; those that are in it stay as they are. */
    void encodeInto(R record) throws Exception;
}
