package assay.kit;

import java.util.Locale;

/** The operations of a codec: on one record at a time, or on a whole container file. */
public enum Operation {
    ENCODE(false),
    ENCODE_INTO(false),
    DECODE(false),
    WRITE(true),
    READ(true);

    /** As requests name it. */
    final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /**
     * Whether it works on a whole container file, and its adapter is a {@link ContainerAdapter}.
     */
    final boolean onContainer;

    Operation(boolean onContainer) {
        this.onContainer = onContainer;
    }

    /** Throws {@link Refusal} for a word that names none. */
    static Operation named(String word) {
        for (Operation operation : values()) {
            if (operation.word.equals(word)) {
                return operation;
            }
        }
        throw Refusal.unsupported("the Java kit has no operation \"" + word + "\"");
    }
}
