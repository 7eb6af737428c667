package assay.kit.measure;

import assay.kit.Refusal;

/**
 * The measuring loop of one operation, on one thread. Each operation has its own subclass, so that
 * the call of the adapter stands in a loop of its own, compiled for the one adapter class that the
 * process has.
 */
public abstract class OperationLoop {
    /** What the batch did outside the clock. */
    final Pause pause = new Pause();

    /** The number of outputs of a pass: one for each record, or one for all of them. */
    public abstract int count();

    /** Makes ready for a pass, in {@link #pause}. */
    void prepare() throws Exception {}

    /**
     * The operation for the outputs {@code from} to {@code to - 1}, which may be none. Each pass
     * begins with {@code from} = 0 and ends with {@code to} = {@link #count}, and no other call
     * within it has these.
     */
    abstract void run(int from, int to) throws Exception;

    /**
     * The operation for one output, which is handed over; the one after those that were made last.
     */
    abstract Object once(int index) throws Exception;

    /** What an output is of, in words. */
    String item(int index) {
        return "record " + index;
    }

    /** The output that {@link #once} kept, after its pass. */
    Object output(Object kept) {
        return kept;
    }

    /** All that were kept, in the same array. */
    final Object[] outputs(Object[] kept) {
        for (int i = 0; i < kept.length; i++) {
            kept[i] = output(kept[i]);
        }
        return kept;
    }

    /**
     * The first outputs of a pass outside the clock, over values that nothing has been made ready
     * in; {@code whole}: of one that goes to its end.
     */
    public final Object[] outputs(int number, boolean whole) throws Exception {
        Object[] kept = new Object[number];
        run(0, 0);
        for (int i = 0; i < number; i++) {
            try {
                kept[i] = once(i);
            } catch (Exception e) {
                throw Refusal.of(item(i), e);
            }
        }
        if (whole && count() > 0) {
            run(number, count());
        }
        return outputs(kept);
    }

    /**
     * The passes of one batch. A pass goes in stretches between the sampled records, so that none
     * pays for a branch. The sampled outputs go to {@code kept}, in the sample's order.
     */
    final void batch(long passes, Sample sample, Object[] kept) throws Exception {
        int count = count();
        long pass = 0;
        int next = 0;
        prepare();
        for (int i = 0; i < kept.length; i++) {
            if (sample.pass(i) > pass) {
                run(next, count);
                wholePasses(sample.pass(i) - pass - 1);
                prepare();
                pass = sample.pass(i);
                next = 0;
            }
            run(next, sample.index(i));
            kept[i] = once(sample.index(i));
            next = sample.index(i) + 1;
        }
        run(next, count);
        wholePasses(passes - pass - 1);
    }

    private void wholePasses(long passes) throws Exception {
        int count = count();
        for (long i = 0; i < passes; i++) {
            prepare();
            run(0, count);
        }
    }
}
