package assay.kit;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** The buffer of a library that appends to an output stream. */
public final class KeptStream extends ByteArrayOutputStream implements KeptBuffer {
    @Override
    public byte[] copy(int from, int to) {
        return Arrays.copyOfRange(buf, from, to);
    }

    @Override
    public void empty() {
        reset();
    }
}
