package assay.kit.stores;

import assay.kit.Refusal;
import assay.kit.Request;

import com.eclipsesource.json.JsonObject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** All documents, as a training loop reads them: in lists, several times, shuffled or not. */
final class Batches {
    private final Store store;
    private final List<Pair> pairs;
    private final Shuffle shuffle;
    private final int size;
    private final int buffer;
    private final Random random;

    private enum Shuffle {
        NONE,
        FULL,
        BUFFER;

        static Shuffle named(String word) {
            for (Shuffle shuffle : values()) {
                if (shuffle.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return shuffle;
                }
            }
            throw Refusal.badInput("shuffle: there is none called \"" + word + "\"");
        }
    }

    private Batches(LoadedStore loaded, Request request) {
        store = loaded.store;
        pairs = loaded.pairs;
        shuffle = Shuffle.named(request.text("shuffle"));
        size = request.quantity("size", 1);
        buffer = request.quantity("buffer", 1);
        // Another generator than that of the samples, which begins with the same seed.
        random = new Random(request.integer("seed", 0));
    }

    static JsonObject read(LoadedStore loaded, String part, Request request) throws Exception {
        Batches batches = new Batches(loaded, request);
        int epochs = request.quantity("epochs", 1);
        long most = (long) loaded.pairs.size() * epochs;
        return Reads.timed(
                loaded,
                request,
                part,
                most,
                each -> {
                    for (int epoch = 0; epoch < epochs; epoch++) {
                        batches.epoch(each);
                    }
                });
    }

    /** Hands over every document once. */
    private void epoch(Taker each) throws Exception {
        if (shuffle == Shuffle.FULL) {
            byKeys(each);
            return;
        }
        Lists lists = new Lists(size, each);
        if (shuffle == Shuffle.BUFFER) {
            ShuffleBuffer held = new ShuffleBuffer(buffer, random, lists);
            store.scan(held);
            held.end();
        } else {
            store.scan(lists);
        }
        lists.end();
    }

    /** Asks for the documents in a new random order of their keys. */
    private void byKeys(Taker each) throws Exception {
        List<String> keys = new ArrayList<>(pairs.size());
        pairs.forEach(pair -> keys.add(pair.key()));
        Collections.shuffle(keys, random);
        for (List<String> some : Setting.parts(keys, size)) {
            for (Object document : many(some)) {
                each.take(document);
            }
        }
    }

    private List<Object> many(List<String> keys) throws Exception {
        if (store instanceof ManyStore able) {
            return able.getMany(keys);
        }
        List<Object> documents = new ArrayList<>(keys.size());
        for (String key : keys) {
            documents.add(store.get(key));
        }
        return documents;
    }

    /** Puts documents together to lists, each a fresh one, and hands over what is in them. */
    private static final class Lists implements Taker {
        private final int size;
        private final Taker each;
        private List<Object> list;

        Lists(int size, Taker each) {
            this.size = size;
            this.each = each;
            list = new ArrayList<>(size);
        }

        @Override
        public void take(Object document) throws Exception {
            list.add(document);
            if (list.size() == size) {
                end();
            }
        }

        void end() throws Exception {
            List<Object> full = list;
            list = new ArrayList<>(size);
            for (Object document : full) {
                each.take(document);
            }
        }
    }
}
