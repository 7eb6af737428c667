package assay.kit;

import java.util.ArrayList;
import java.util.List;

/**
 * Passes of {@code encode-into}: records go to the end of a kept buffer, which is emptied when it
 * is full and at the end of a pass, as by a server that writes to a socket.
 */
public final class Appending {
    /** In bytes. Less than the caches of a core hold, and many records. */
    private static final int FULL = 64 << 10;

    private final AppendingAdapter<Object> adapter;
    private final KeptBuffer buffer;
    private final List<Output> kept = new ArrayList<>();

    public Appending(AppendingAdapter<Object> adapter) {
        this.adapter = adapter;
        this.buffer = adapter.buffer();
    }

    /**
     * An output. It has its bytes when the buffer has been emptied, not before, so that nothing may
     * happen to those that lie in it.
     */
    public static final class Output {
        private final int from;
        private final int to;
        private byte[] bytes;

        private Output(int from, int to) {
            this.from = from;
            this.to = to;
        }

        public byte[] bytes() {
            return bytes;
        }
    }

    /** Begins a pass. One that failed may have left something. */
    public void begin() {
        kept.clear();
        buffer.empty();
    }

    public void append(Object record) throws Exception {
        adapter.encodeInto(record);
        if (buffer.size() >= FULL) {
            end();
        }
    }

    /** Appends, and keeps the output. */
    public Output keep(Object record) throws Exception {
        int from = buffer.size();
        adapter.encodeInto(record);
        Output output = new Output(from, buffer.size());
        kept.add(output);
        if (buffer.size() >= FULL) {
            end();
        }
        return output;
    }

    /** Empties the buffer. */
    public void end() {
        for (Output output : kept) {
            if (output.from > output.to || output.to > buffer.size()) {
                throw Refusal.failed("bytes that lay in the buffer are gone");
            }
            output.bytes = buffer.copy(output.from, output.to);
        }
        kept.clear();
        buffer.empty();
    }
}
