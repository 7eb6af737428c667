package assay.kit;

/**
 * How container files are written.
 *
 * @param compression "null", "deflate", "snappy" or "zstandard"
 * @param level the codec's own level; null for a codec that has none
 * @param blockBytes bytes of uncompressed data after which the next block begins
 */
public record ContainerSettings(String compression, Integer level, int blockBytes) {}
