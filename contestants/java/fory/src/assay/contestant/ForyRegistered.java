package assay.contestant;

import assay.kit.Library;
import assay.kit.pojo.PojoAdapter;
import assay.kit.schema.WorkloadSchema;
import assay.pojos.Pojos;

import org.apache.fory.Fory;

/**
 * Fory's format for Java alone, with all classes registered. It makes its serializers at run time
 * when a class is first met, and keeps its buffer; both sides have the same classes, so no field
 * names are written.
 */
@Library(name = "fory-core", type = Fory.class)
public final class ForyRegistered extends PojoAdapter {
    private final Fory fory =
            Fory.builder()
                    .withXlang(false)
                    .withCompatible(false)
                    .requireClassRegistration(true)
                    .withRefTracking(false)
                    .withCodegen(true)
                    .withAsyncCompilation(false)
                    .build();
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
    public Object decode(byte[] encoded) {
        return fory.deserialize(encoded, root);
    }
}
