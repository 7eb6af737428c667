package assay.kit.stores;

import assay.kit.Request;

import com.eclipsesource.json.JsonObject;

import java.util.List;

/** Steps that change what is in a store; each is written, then flushed. */
final class Writes {
    private Writes() {}

    private interface Change {
        void run() throws Exception;
    }

    static JsonObject put(LoadedStore loaded) throws Exception {
        return put(loaded, loaded.pairs);
    }

    static JsonObject update(LoadedStore loaded, Request request) throws Exception {
        return put(loaded, Documents.of(request, loaded.setting, loaded.key));
    }

    static JsonObject delete(LoadedStore loaded, Request request) throws Exception {
        List<String> keys = Documents.keys(request);
        return timed(loaded.store, keys.size(), () -> loaded.store.delete(keys));
    }

    private static JsonObject put(LoadedStore loaded, List<Pair> pairs) throws Exception {
        return timed(loaded.store, pairs.size(), () -> loaded.store.put(pairs));
    }

    private static JsonObject timed(Store store, int count, Change change) throws Exception {
        Times times = new Times();
        change.run();
        times.part("write");
        store.flush();
        return times.part("flush").reply(count);
    }
}
