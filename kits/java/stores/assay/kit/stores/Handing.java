package assay.kit.stores;

import assay.kit.Request;
import assay.kit.measure.SplitMix64;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What the documents that a step hands over are given to: keeps those that the lab has drawn, by
 * their positions, and counts all. No other is held on to.
 */
final class Handing implements Taker {
    /** The positions of those that are kept, sorted; null where all are. */
    private final long[] positions;

    private final List<Object> kept = new ArrayList<>();
    private int next;
    private long count;
    private long absent;

    /** Keeps the samples that the request asks for, of at most so many documents. */
    Handing(Request request, long most) {
        if (!request.has("samples")) {
            positions = null;
            return;
        }
        int samples = request.quantity("samples", 0);
        SplitMix64 draws = new SplitMix64(request.integer("seed", 0));
        positions =
                LongStream.generate(() -> draws.below(most))
                        .limit(most == 0 ? 0 : samples)
                        .sorted()
                        .distinct()
                        .toArray();
    }

    /** {@code document} is null where a key has none. */
    @Override
    public void take(Object document) {
        if (positions == null) {
            kept.add(document);
        } else if (next < positions.length && positions[next] == count) {
            kept.add(document);
            next++;
        }
        count++;
        if (document == null) {
            absent++;
        }
    }

    /** In the order in which they were handed over. */
    List<Object> kept() {
        return kept;
    }

    /** The number of documents. */
    long count() {
        return count - absent;
    }
}
