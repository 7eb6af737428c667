package assay.kit.measure;

/** The generator that draws the samples, as the contract writes it out. */
public final class SplitMix64 {
    private long state;

    public SplitMix64(long seed) {
        this.state = seed;
    }

    /** The next draw, reduced to 0..bound-1; the draw counts as an unsigned number. */
    public long below(long bound) {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return Long.remainderUnsigned(z ^ (z >>> 31), bound);
    }
}
