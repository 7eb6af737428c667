package assay.contestant;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.Library;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Kryo with all classes registered; the instance, its outputs and its input serve all records. One
 * of the outputs is the buffer to which records are appended.
 */
@Library(name = "kryo", type = Kryo.class)
public final class KryoRegistered extends PojoAdapter
        implements AppendingAdapter<Object>, KeptBuffer {
    private static final int FIRST_BUFFER = 4096;

    /** What fields of the generated classes may hold besides generated classes. */
    private static final List<Class<?>> CONTENTS =
            List.of(
                    ArrayList.class,
                    LinkedHashMap.class,
                    byte[].class,
                    boolean[].class,
                    int[].class,
                    long[].class,
                    float[].class,
                    double[].class);

    private final Kryo kryo = new Kryo();
    private final Output output = new Output(FIRST_BUFFER, -1);
    private final Output buffer = new Output(FIRST_BUFFER, -1);
    private final Input input = new Input();
    private final Class<?> root;

    public KryoRegistered(WorkloadSchema schema) {
        super(schema, Pojos.TYPES);
        CONTENTS.forEach(kryo::register);
        Pojos.TYPES.classes().forEach(kryo::register);
        root = root();
    }

    @Override
    public byte[] encode(Object record) {
        output.reset();
        kryo.writeObject(output, record);
        return output.toBytes();
    }

    @Override
    public KeptBuffer buffer() {
        return this;
    }

    @Override
    public void encodeInto(Object record) {
        kryo.writeObject(buffer, record);
    }

    @Override
    public int size() {
        return buffer.position();
    }

    @Override
    public byte[] copy(int from, int to) {
        return Arrays.copyOfRange(buffer.getBuffer(), from, to);
    }

    @Override
    public void empty() {
        buffer.reset();
    }

    @Override
    public Object decode(byte[] encoded) {
        input.setBuffer(encoded);
        return kryo.readObject(input, root);
    }
}
