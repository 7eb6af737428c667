package assay.kit;

/**
 * What a contestant is to the kit: calls of its library, and nothing else.
 *
 * <p>An implementation is public, carries {@link Library}, and has a public constructor that takes
 * a {@link assay.kit.schema.WorkloadSchema}. What the constructor does is setup: parsing,
 * reflection, code made at run time. It throws {@link Refusal#unsupported} for a schema that the
 * library cannot do. One instance is used by one thread at a time, so it may reuse encoders and
 * buffers where the library's documentation says to.
 *
 * @param <R> the domain value: a record as the library's user holds it
 */
public interface Adapter<R> {
    /** The record as bytes of the contestant's format, in a fresh array that the caller owns. */
    byte[] encode(R record) throws Exception;

    /**
     * A fresh domain value, owned by the caller. {@code encoded} stays the caller's and is not
     * written to.
     */
    R decode(byte[] encoded) throws Exception;

    /**
     * The domain value of a plain value. The kit's README names the classes of plain values. Never
     * timed.
     */
    R fromPlain(Object plain) throws Exception;

    /**
     * The plain value of a domain value, made by {@link #decode} or {@link #fromPlain}. Reads every
     * field.
     */
    Object toPlain(R record) throws Exception;

    /**
     * Gives {@code target} the content of {@code source} and says true; or says false, and then the
     * kit replaces the object. For domain values that can be written to, so that a record keeps its
     * identity over a swap.
     */
    default boolean assign(R target, R source) {
        return false;
    }
}
