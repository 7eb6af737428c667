package assay.kit.stores;

/** A document under its key. */
public record Pair(String key, Object document) {}
