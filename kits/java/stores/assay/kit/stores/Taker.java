package assay.kit.stores;

/** Takes one document after another. */
@FunctionalInterface
public interface Taker {
    void take(Object document) throws Exception;
}
