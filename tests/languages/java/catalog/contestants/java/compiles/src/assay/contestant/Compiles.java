package assay.contestant;

import assay.kit.Adapter;
import assay.kit.Library;
import assay.kit.avro.AvroModel;
import assay.kit.avro.ReusingAvroAdapter;
import assay.kit.schema.WorkloadSchema;

import org.apache.avro.generic.GenericDatumWriter;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Makes code hot wherever the kit looks at an output, outside of the clock; and says on standard
 * error, at the first record of the next batch, whether that code is still being compiled.
 */
@Library(name = "avro", type = GenericDatumWriter.class)
public final class Compiles implements Adapter<Object> {
    /** Far more than it takes until the optimizing compiler is asked for a method. */
    private static final int MOST_CALLS = 200_000;

    private static final int CALLS_BETWEEN_LOOKS = 500;

    private final Honest honest;
    private final List<RandomAccessFile> compilers;
    private final byte[] status = new byte[512];
    private boolean said = true;

    private static final class Honest extends ReusingAvroAdapter<Object> {
        private Honest(WorkloadSchema schema) {
            super(AvroModel.generic(schema));
        }
    }

    /** Every instance loads the class again, of which nothing is compiled yet. */
    private static final class Fresh extends ClassLoader {
        private Fresh() {
            super(Compiles.class.getClassLoader());
        }

        private IntUnaryOperator work() throws Exception {
            String name = Compiles.class.getPackageName() + ".Work";
            try (InputStream file = Compiles.class.getResourceAsStream("Work.class")) {
                byte[] bytes = file.readAllBytes();
                Class<?> made = defineClass(name, bytes, 0, bytes.length);
                return (IntUnaryOperator) made.getDeclaredConstructor().newInstance();
            }
        }
    }

    public Compiles(WorkloadSchema schema) throws IOException {
        honest = new Honest(schema);
        compilers = compilers();
    }

    @Override
    public byte[] encode(Object record) throws Exception {
        return honest.encode(record);
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        if (!said) {
            said = true;
            System.err.println(compiling() ? "beside a compiler" : "alone");
        }
        return honest.decode(encoded);
    }

    @Override
    public Object fromPlain(Object plain) throws Exception {
        return honest.fromPlain(plain);
    }

    @Override
    public Object toPlain(Object record) throws Exception {
        IntUnaryOperator work = new Fresh().work();
        for (int i = 0; i < MOST_CALLS; i++) {
            work.applyAsInt(i);
            if (i % CALLS_BETWEEN_LOOKS == 0 && compiling()) {
                break;
            }
        }
        said = false;
        return honest.toPlain(record);
    }

    /** Its own files, open once: to look must not be work for the compiler. */
    private boolean compiling() throws IOException {
        for (RandomAccessFile file : compilers) {
            file.seek(0);
            int length = file.read(status);
            int end = length - 1;
            while (status[end] != ')') {
                end--;
            }
            if (status[end + 2] == 'R') {
                return true;
            }
        }
        return false;
    }

    private static List<RandomAccessFile> compilers() throws IOException {
        List<RandomAccessFile> found = new ArrayList<>();
        for (File thread : new File("/proc/self/task").listFiles()) {
            if (Files.readString(thread.toPath().resolve("comm")).startsWith("C2 Compiler")) {
                found.add(new RandomAccessFile(new File(thread, "stat"), "r"));
            }
        }
        return found;
    }
}
