package assay.kit.measure;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The records of one batch whose outputs are kept: pairs of pass and index, sorted, none twice. */
final class Sample {
    private final List<Pair> pairs;

    private record Pair(long pass, int index) {}

    private Sample(List<Pair> pairs) {
        this.pairs = pairs;
    }

    static Sample draw(SplitMix64 generator, int samples, long passes, int count) {
        return new Sample(Stream.generate(() -> new Pair(generator.below(passes), (int) generator.below(count)))
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
