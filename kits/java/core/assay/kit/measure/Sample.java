package assay.kit.measure;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The outputs of one batch that are kept: pairs of pass and index, sorted, none twice. */
final class Sample {
    private final List<Pair> pairs;

    private record Pair(long pass, int index) {}

    private Sample(List<Pair> pairs) {
        this.pairs = pairs;
    }

    /** No output at all, and nothing drawn. */
    static Sample none() {
        return new Sample(List.of());
    }

    /** The output of one pass, where a pass has only one. */
    static Sample drawPass(SplitMix64 generator, long passes) {
        return new Sample(List.of(new Pair(generator.below(passes), 0)));
    }

    static Sample draw(SplitMix64 generator, int samples, long passes, int count) {
        return new Sample(
                Stream.generate(
                                () ->
                                        new Pair(
                                                generator.below(passes),
                                                (int) generator.below(count)))
                        .limit(samples)
                        .sorted(Comparator.comparingLong(Pair::pass).thenComparingInt(Pair::index))
                        .distinct()
                        .toList());
    }

    int size() {
        return pairs.size();
    }

    long pass(int number) {
        return pairs.get(number).pass;
    }

    int index(int number) {
        return pairs.get(number).index;
    }
}
