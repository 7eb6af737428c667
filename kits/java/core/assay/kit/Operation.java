package assay.kit;

/** The operations of a codec. */
public enum Operation {
    ENCODE,
    DECODE
}
