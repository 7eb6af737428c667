package assay.contestant;

import assay.kit.AppendingAdapter;
import assay.kit.KeptBuffer;
import assay.kit.Library;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/**
 * Fory's format for Java alone, with all classes registered. It makes its serializers at run time
 * when a class is first met, and keeps its buffer; both sides have the same classes, so no field
 * names are written.
 */
@Library(name = "fory-core", type = Fory.class)
public final class ForyRegistered extends PojoAdapter
        implements AppendingAdapter<Object>, KeptBuffer {
    private static final int FIRST_BUFFER = 4096;

    private final Fory fory =
            Fory.builder()
                    .withXlang(false)
                    .withCompatible(false)
                    .requireClassRegistration(true)
                    .withRefTracking(false)
                    .withCodegen(true)
                    .withAsyncCompilation(false)
                    .build();
    private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(FIRST_BUFFER);
    private final Class<?> root;

    public ForyRegistered(WorkloadSchema schema) {
        super(schema, Pojos.TYPES);
        Pojos.TYPES.classes().forEach(fory::register);
        root = root();
    }

    @Override
    public byte[] encode(Object record) {
        return fory.serialize(record);
    }

    @Override
    public KeptBuffer buffer() {
        return this;
    }

    @Override
    public void encodeInto(Object record) {
        fory.serialize(buffer, record);
    }

    @Override
    public int size() {
        return buffer.writerIndex();
    }

    @Override
    public byte[] copy(int from, int to) {
        return buffer.getBytes(from, to - from);
    }

    @Override
    public void empty() {
        buffer.writerIndex(0);
    }

    @Override
    public Object decode(byte[] encoded) {
        return fory.deserialize(encoded, root);
    }
}
