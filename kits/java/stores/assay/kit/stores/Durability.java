package assay.kit.stores;

/** The durability classes of docs/stores.md. */
public enum Durability {
    D0,
    D1,
    D2,
    D3;

    /** Whether the class asks for syncs. */
    public boolean syncs() {
        return this == D2 || this == D3;
    }
}
