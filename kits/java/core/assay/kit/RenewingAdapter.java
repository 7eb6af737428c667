package assay.kit;

/**
 * An adapter whose library keeps something in a domain value when it encodes it, as its size. A
 * pass over values that were encoded before would be spared that work, which a program that encodes
 * each value once is not. So before each pass that is timed, outside the clock, the values lose
 * what is kept in them. They stay where they lie in memory, as those of all other adapters do.
 */
public interface RenewingAdapter<R> extends Adapter<R> {
    /** Takes out of {@code record} all that the library keeps in it. Never timed. */
    void renew(R record) throws Exception;
}
