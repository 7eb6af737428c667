package assay.kit.measure;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of the process but one, as Linux shows them: the JVM's compilers and collectors, and
 * the library's own. Their files stay open, because opening some twenty of them around every batch
 * gave the compiler more to do than the library that is timed.
 */
final class HelperThreads {
    private static final File THREADS = new File("/proc/self/task");
    private static final Path OWN = Path.of("/proc/thread-self");

    /** Asleep in so many looks running, as a compiler sleeps for a moment between two methods. */
    private static final int LOOKS = 2;

    private static final long BETWEEN_LOOKS_NS = 200_000;

    /** Longer than any method takes to compile on a core that is shared; then it goes on anyway. */
    private static final long LONGEST_WAIT_NS = 500_000_000;

    private final Map<String, Helper> helpers = new HashMap<>();
    private final String own;
    private final byte[] buffer = new byte[512];

    /** Of the calling thread. */
    HelperThreads() {
        this.own = ownThread();
    }

    /** Whether there is anything to be seen here: elsewhere than on Linux there is not. */
    boolean seen() {
        return !own.isEmpty();
    }

    /** Their processor time so far, in nanoseconds, as of their last turn on a core. */
    long runNs() {
        look();
        long sum = 0;
        for (Helper helper : helpers.values()) {
            sum += helper.runNs(buffer);
        }
        return sum;
    }

    /**
     * Waits until the JVM's compilers have nothing to do. What the kit itself does between two
     * batches becomes hot, too, and is compiled in the background, on the core of the next batch.
     */
    void awaitCompilers() {
        long end = System.nanoTime() + LONGEST_WAIT_NS;
        for (int asleep = 0; asleep < LOOKS && System.nanoTime() - end < 0; ) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NS);
            look();
            asleep = compiling() ? 0 : asleep + 1;
        }
    }

    private boolean compiling() {
        for (Helper helper : helpers.values()) {
            if (helper.compiles(buffer)) {
                return true;
            }
        }
        return false;
    }

    /** Who is there now; threads come and go. */
    private void look() {
        String[] now = THREADS.list();
        if (now == null) {
            return;
        }
        for (String thread : now) {
            if (!thread.equals(own) && !helpers.containsKey(thread)) {
                try {
                    helpers.put(thread, new Helper(new File(THREADS, thread)));
                } catch (IOException e) {
                    // It has ended in the meantime.
                }
            }
        }
        helpers.values().removeIf(helper -> helper.ended);
    }

    private static String ownThread() {
        try {
            return Files.readSymbolicLink(OWN).getFileName().toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static final class Helper {
        private final RandomAccessFile times;
        private final RandomAccessFile status;
        private boolean ended;

        Helper(File thread) throws IOException {
            times = new RandomAccessFile(new File(thread, "schedstat"), "r");
            status = new RandomAccessFile(new File(thread, "stat"), "r");
        }

        /** The first number of the file. */
        long runNs(byte[] buffer) {
            int length = read(times, buffer);
            long ns = 0;
            for (int i = 0; i < length && buffer[i] != ' '; i++) {
                ns = 10 * ns + buffer[i] - '0';
            }
            return ns;
        }

        /**
         * Whether it is one of the JVM's compilers and has a core or waits for one: "17 (C2
         * CompilerThre) R ...". A thread has its name only a moment after it was made.
         */
        boolean compiles(byte[] buffer) {
            String line = new String(buffer, 0, read(status, buffer), StandardCharsets.US_ASCII);
            boolean compiler = line.contains("(C1 Compiler") || line.contains("(C2 Compiler");
            return compiler && line.startsWith("R", line.lastIndexOf(')') + 2);
        }

        /** The number of bytes read; none of a thread that has ended. */
        private int read(RandomAccessFile file, byte[] buffer) {
            if (ended) {
                return 0;
            }
            try {
                file.seek(0);
                return Math.max(0, file.read(buffer));
            } catch (IOException e) {
                end();
                return 0;
            }
        }

        private void end() {
            ended = true;
            try {
                times.close();
                status.close();
            } catch (IOException e) {
                // Nothing was written that could be lost.
            }
        }
    }
}
