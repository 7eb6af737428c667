package assay.kit;

import java.util.Iterator;
import java.util.List;

/**
 * An adapter whose library also writes and reads container files, as bytes in memory.
 *
 * @param <R> the domain value: a record as the library's user holds it
 */
public interface ContainerAdapter<R> extends Adapter<R> {
    /**
     * Makes ready what is the same for all files: a codec, a buffer. Called once, after the
     * constructor, where containers are asked for; its time is part of the setup. Throws {@link
     * Refusal#unsupported} for a codec or a level that the library cannot do.
     */
    void prepare(ContainerSettings settings) throws Exception;

    /**
     * One container file of all the records, with its header, in a fresh array that the caller
     * owns.
     */
    byte[] write(List<R> records) throws Exception;

    /**
     * Opens a container file. Each {@code next} reads one record and gives a fresh domain value,
     * owned by the caller, until {@code hasNext} is false. The kit reads to the end, and closes
     * what is {@link AutoCloseable}. {@code container} stays the caller's and is not written to.
     */
    Iterator<R> read(byte[] container) throws Exception;
}
