package assay.kit;

/**
 * An adapter whose library keeps something in a domain value when it encodes it, as its size. A
 * pass over values that were encoded before would be spared that work, which nobody is who encodes
 * a value once. So each pass that is timed goes over values made anew, outside the clock.
 */
public interface RenewingAdapter<R> extends Adapter<R> {
    /** A domain value equal to {@code record}, in which nothing is kept. Never timed. */
    R renewed(R record) throws Exception;
}
