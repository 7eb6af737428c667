package assay.kit.stores;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Each document takes the place of a random one of those held, which goes on. */
final class ShuffleBuffer implements Taker {
    private final int size;
    private final Random random;
    private final Taker to;
    private final List<Object> held = new ArrayList<>();

    ShuffleBuffer(int size, Random random, Taker to) {
        this.size = size;
        this.random = random;
        this.to = to;
    }

    @Override
    public void take(Object document) throws Exception {
        if (held.size() < size) {
            held.add(document);
        } else {
            to.take(held.set(random.nextInt(size), document));
        }
    }

    /** Hands on those that are held. */
    void end() throws Exception {
        Collections.shuffle(held, random);
        for (Object document : held) {
            to.take(document);
        }
        held.clear();
    }
}
