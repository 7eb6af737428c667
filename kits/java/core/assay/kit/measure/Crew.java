package assay.kit.measure;

import assay.kit.Refusal;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;

/**
 * One or several loops doing the same batch at once, each on its own thread; one alone runs on the
 * calling thread.
 */
final class Crew {
    private final List<OperationLoop> loops;
    private final HelperThreads helpers;
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicBoolean open = new AtomicBoolean();

    private Crew(List<OperationLoop> loops, HelperThreads helpers) {
        this.loops = loops;
        this.helpers = helpers;
    }

    /** What one batch took. {@code kept}: the sampled outputs, by thread. */
    record Readings(long wallNs, long cpuNs, long allocatedBytes, long gcNs, List<Object[]> kept) {}

    /** {@code helpers}: of the calling thread. */
    static Readings run(
            List<OperationLoop> loops, long passes, Sample sample, HelperThreads helpers) {
        return new Crew(loops, helpers).run(passes, sample);
    }

    private Readings run(long passes, Sample sample) {
        List<Stint> stints = loops.stream().map(loop -> new Stint(loop, passes, sample)).toList();
        List<Thread> threads =
                stints.size() == 1 ? List.of() : stints.stream().map(Thread::new).toList();
        threads.forEach(Thread::start);
        while (ready.get() < threads.size()) {
            Thread.yield();
        }
        long gc = Meters.gcNs();
        long cpu = cpuNs(threads);
        open.set(true);
        if (threads.isEmpty()) {
            stints.get(0).run();
        }
        join(threads);
        cpu = cpuNs(threads) - cpu - paused(Pause::cpuNs);
        gc = gc == Meters.UNKNOWN ? gc : Math.max(0, Meters.gcNs() - gc - paused(Pause::gcNs));

        for (Stint stint : stints) {
            if (stint.failure != null) {
                throw Refusal.of("measuring", stint.failure);
            }
        }
        long start =
                stints.stream()
                        .mapToLong(s -> s.start)
                        .reduce((a, b) -> a - b < 0 ? a : b)
                        .getAsLong();
        long end =
                stints.stream()
                        .mapToLong(s -> s.end)
                        .reduce((a, b) -> a - b > 0 ? a : b)
                        .getAsLong();
        boolean counted = stints.stream().noneMatch(s -> s.allocated == Meters.UNKNOWN);
        long allocated =
                counted ? stints.stream().mapToLong(s -> s.allocated).sum() : Meters.UNKNOWN;
        return new Readings(
                end - start,
                cpu,
                allocated,
                gc,
                stints.stream().map(s -> s.loop.outputs(s.kept)).toList());
    }

    /** What the loops did outside the clock, in all. */
    private long paused(ToLongFunction<Pause> reading) {
        return loops.stream().mapToLong(loop -> reading.applyAsLong(loop.pause)).sum();
    }

    /** Threads of the crew end with the batch, and what they used is the process' only. */
    private long cpuNs(List<Thread> threads) {
        return threads.isEmpty() ? Meters.threadsCpuNs(helpers) : Meters.processCpuNs();
    }

    private static void join(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) { // only the library could have done it
            throw Refusal.failed("measuring", e);
        }
    }

    /** One thread's share of a batch. */
    private final class Stint implements Runnable {
        private final OperationLoop loop;
        private final long passes;
        private final Sample sample;
        private final Object[] kept;
        private long start;
        private long end;
        private long allocated;
        private Throwable failure;

        private Stint(OperationLoop loop, long passes, Sample sample) {
            this.loop = loop;
            this.passes = passes;
            this.sample = sample;
            this.kept = new Object[sample.size()];
        }

        @Override
        public void run() {
            ready.incrementAndGet();
            while (!open.get()) { // awake, because waking up would be part of the span
                Thread.yield();
            }
            try {
                Pause pause = loop.pause;
                pause.clear();
                long before = Meters.allocatedBytes();
                start = System.nanoTime();
                loop.batch(passes, sample, kept);
                end = System.nanoTime() - pause.wallNs();
                allocated =
                        before == Meters.UNKNOWN
                                ? before
                                : Meters.allocatedBytes() - before - pause.allocatedBytes();
            } catch (Throwable e) { // passed to the thread that waits for this one
                failure = e;
            }
        }
    }
}
