package assay.kit;

/**
 * An adapter whose library does more than its operations, for {@code assay conform} only: each
 * method is optional.
 *
 * @param <R> the domain value: a record as the library's user holds it
 */
public interface Conforming<R> extends Adapter<R> {
    /** The schema's parsing canonical form. */
    String canonical() throws Exception;

    /** Bytes of the writer's schema, which is here as text, to a record of the adapter's own. */
    default R resolve(String writer, byte[] encoded) throws Exception {
        throw lacking("resolution");
    }

    /** A text of Avro's JSON encoding. */
    default R fromJson(String text) throws Exception {
        throw lacking("JSON encoding");
    }

    /** A record as a text of Avro's JSON encoding. */
    default String toJson(R record) throws Exception {
        throw lacking("JSON encoding");
    }

    /** A single object, with its header. */
    default R singleObject(byte[] message) throws Exception {
        throw lacking("single objects");
    }

    private static Refusal lacking(String what) {
        return Refusal.unsupported("the contestant has no " + what);
    }
}
