package assay.kit;

/** A buffer to which a library appends, and which the kit empties. */
public interface KeptBuffer {
    /** The number of bytes in it. */
    int size();

    /** A copy of the bytes {@code from} to {@code to - 1}. */
    byte[] copy(int from, int to);

    /** Leaves nothing in it, and keeps its memory. */
    void empty();
}
