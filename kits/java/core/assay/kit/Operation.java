package assay.kit;

import java.util.Locale;

/** The operations of a codec. */
public enum Operation {
    ENCODE,
    DECODE;

    /** As requests name it. */
    final String word = name().toLowerCase(Locale.ROOT);

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
