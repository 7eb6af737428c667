package assay.kit.canonical;

/** A value that its schema does not allow. The message begins with the path to it. */
public final class Misfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String problem;

    public Misfit(String problem) {
        this("", problem);
    }

    private Misfit(String path, String problem) {
        super((path.isEmpty() ? "the value" : path) + ": " + problem);
        this.path = path;
        this.problem = problem;
    }

    /**
     * The same, seen from one step further out: a field's name, an item's number or a map's key.
     */
    public Misfit inside(String step) {
        return new Misfit(
                path.isEmpty() || path.startsWith("[") ? step + path : step + "." + path, problem);
    }

    /** What is there instead of what the schema wants. */
    public static Misfit expected(String wanted, Object found) {
        return new Misfit(
                "expected "
                        + wanted
                        + ", found "
                        + (found == null ? "null" : found.getClass().getName()));
    }
}
