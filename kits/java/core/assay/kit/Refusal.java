package assay.kit;

import assay.kit.canonical.Misfit;

/** An error reply: its kind, as the contract names it, and one line of text. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String kind;

    private Refusal(String kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** The library cannot do this. */
    public static Refusal unsupported(String message) {
        return new Refusal("unsupported", message, null);
    }

    /** The request, or a file that it names, is wrong. */
    public static Refusal badInput(String message) {
        return new Refusal("bad_input", message, null);
    }

    /**
     * The library, or its adapter, failed: {@code what} was being done when {@code cause} was
     * thrown.
     */
    public static Refusal failed(String what, Throwable cause) {
        return new Refusal("failed", what + ": " + describe(cause), cause);
    }

    /** The library, or its adapter, failed. */
    public static Refusal failed(String message) {
        return new Refusal("failed", message, null);
    }

    /**
     * A refusal as it is; anything else as {@code failed}, since whatever a library throws is a
     * failure of it.
     */
    public static Refusal of(String what, Throwable cause) {
        return cause instanceof Refusal refusal ? refusal : failed(what, cause);
    }

    /** An exception in words: its class and its message; a misfit says all in its message. */
    public static String describe(Throwable cause) {
        if (cause instanceof Misfit) {
            return cause.getMessage();
        }
        String name = cause.getClass().getSimpleName();
        return cause.getMessage() == null ? name : name + ": " + cause.getMessage();
    }

    public String kind() {
        return kind;
    }

    /** The message, all of it on one line. */
    public String line() {
        return getMessage().replaceAll("\\s*[\\r\\n]+\\s*", " ").strip();
    }
}
