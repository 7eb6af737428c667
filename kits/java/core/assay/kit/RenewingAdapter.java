package assay.kit;

/**
 * An adapter whose library keeps something in a domain value when it encodes it, as its size. A
 * pass over values that were encoded before would be spared that work, but a program that encodes a
 * value once is not. So each timed pass goes over new values, made outside the clock.
 */
public interface RenewingAdapter<R> extends Adapter<R> {
    /** A domain value equal to {@code record}, in which nothing is kept. Never timed. */
    R renewed(R record) throws Exception;
}
