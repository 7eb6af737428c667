package assay.kit;

import assay.kit.measure.Operation;
import assay.kit.schema.WorkloadSchema;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;

/** The adapter's class: what can be said without a schema, and the making of adapters for one. */
public final class AdapterClass {
    private final LibraryFacts library;
    private final Constructor<?> constructor;
    private final List<Operation> operations;

    /**
     * Throws IllegalArgumentException where the class is not an adapter as {@link Adapter}
     * describes it.
     */
    public AdapterClass(String className) {
        try {
            Class<?> type = Class.forName(className);
            library = LibraryFacts.of(type, Adapter.class);
            constructor = type.getConstructor(WorkloadSchema.class);
            operations =
                    Arrays.stream(Operation.values())
                            .filter(operation -> operation.needs.isAssignableFrom(type))
                            .toList();
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "no adapter " + className + ": " + Refusal.describe(e), e);
        }
    }

    public String library() {
        return library.name();
    }

    public String version() {
        return library.version();
    }

    LibraryFacts facts() {
        return library;
    }

    /** Those that the class can do, by the interfaces that it implements. */
    List<Operation> operations() {
        return operations;
    }

    /**
     * A new adapter for a schema, and for container files of these settings; {@code settings} is
     * null where no container is asked for.
     */
    // The kit hands an adapter only what the same adapter's class has made.
    @SuppressWarnings("unchecked")
    public Adapter<Object> make(WorkloadSchema schema, ContainerSettings settings) {
        try {
            Adapter<Object> adapter = (Adapter<Object>) constructor.newInstance(schema);
            if (settings != null && adapter instanceof ContainerAdapter<?> packer) {
                packer.prepare(settings);
            }
            return adapter;
        } catch (InvocationTargetException e) {
            throw Refusal.of("making the adapter", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw Refusal.failed("making the adapter", e);
        } catch (Exception e) {
            throw Refusal.of("preparing the adapter for containers", e);
        }
    }
}
