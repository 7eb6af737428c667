package assay.kit.stores;

import java.nio.file.Path;
import java.util.List;

/**
 * A store of documents (docs/stores.md), open in a folder, as an adapter of its library.
 *
 * <p>An implementation is public, carries {@link assay.kit.Library}, and has a public constructor
 * that takes a {@link Setting}. A document is a {@code byte[]} where its form is raw, else a {@code
 * Map<String, Object>}.
 */
public interface Store {
    /**
     * Opens the store in the folder; where {@code create} is true the folder is empty, and the
     * store is made there.
     */
    void open(Path folder, boolean create) throws Exception;

    void close() throws Exception;

    /** Puts all these documents, in the places of those whose keys are there. */
    void put(List<Pair> pairs) throws Exception;

    void delete(List<String> keys) throws Exception;

    /** Makes safe what was written, as the class says. */
    void flush() throws Exception;

    /** The document of a key, the caller's own, or null. */
    Object get(String key) throws Exception;

    /** Hands over every document, the taker's own. */
    void scan(Taker each) throws Exception;
}
