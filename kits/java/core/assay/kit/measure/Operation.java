package assay.kit.measure;

import assay.kit.Adapter;
import assay.kit.AppendingAdapter;
import assay.kit.ContainerAdapter;
import assay.kit.RecordSet;

import java.util.function.BiFunction;

/** The operations of a codec: all that the kit knows of one is its constant here, and its loop. */
public enum Operation {
    ENCODE(
            "encode",
            Matter.RECORDS,
            Matter.ENCODED,
            Adapter.class,
            (adapter, set) -> new EncodeLoop(adapter, set.records())),
    ENCODE_INTO(
            "encode-into",
            Matter.RECORDS,
            Matter.ENCODED,
            AppendingAdapter.class,
            (adapter, set) -> new IntoLoop((AppendingAdapter<Object>) adapter, set.records())),
    DECODE(
            "decode",
            Matter.ENCODED,
            Matter.RECORDS,
            Adapter.class,
            (adapter, set) -> new DecodeLoop(adapter, set.encoded())),
    ACCESS(
            "access",
            Matter.ENCODED,
            Matter.READINGS,
            Adapter.class,
            (adapter, set) -> new AccessLoop(adapter, set.encoded(), set.type())),
    WRITE(
            "write",
            Matter.RECORDS,
            Matter.CONTAINER,
            ContainerAdapter.class,
            (adapter, set) -> new WriteLoop((ContainerAdapter<Object>) adapter, set.records())),
    READ(
            "read",
            Matter.CONTAINER,
            Matter.RECORDS,
            ContainerAdapter.class,
            (adapter, set) -> new ReadLoop((ContainerAdapter<Object>) adapter, set));

    /** What an operation takes, or gives. */
    public enum Matter {
        /** Domain values. */
        RECORDS,
        /** The bytes of each record. */
        ENCODED,
        /** The readings of records. */
        READINGS,
        /** The bytes of one container file of all records. */
        CONTAINER
    }

    /** As requests name it. */
    public final String word;

    public final Matter takes;
    public final Matter gives;

    /** What adapters are that can do it. */
    public final Class<?> needs;

    private final BiFunction<Adapter<Object>, RecordSet, OperationLoop> maker;

    Operation(
            String word,
            Matter takes,
            Matter gives,
            Class<?> needs,
            BiFunction<Adapter<Object>, RecordSet, OperationLoop> maker) {
        this.word = word;
        this.takes = takes;
        this.gives = gives;
        this.needs = needs;
        this.maker = maker;
    }

    public boolean isAbout(Matter matter) {
        return takes == matter || gives == matter;
    }

    /** Does its passes; {@code adapter} is one that can. */
    public OperationLoop loop(Adapter<Object> adapter, RecordSet set) {
        return maker.apply(adapter, set);
    }
}
