package assay.kit.stores;

import assay.kit.Refusal;
import assay.kit.Request;
import assay.kit.schema.SchemaType;

import com.eclipsesource.json.JsonObject;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The documents that were loaded, the store, and whether it is open. */
final class LoadedStore {
    final Store store;
    final SchemaType schema;
    final Setting setting;

    /** The field that has the keys. */
    final String key;

    final List<Pair> pairs;
    private boolean open;

    LoadedStore(Store store, SchemaType schema, Setting setting, String key, List<Pair> pairs) {
        this.store = store;
        this.schema = schema;
        this.setting = setting;
        this.key = key;
        this.pairs = pairs;
    }

    /** Does the step that the request names. */
    JsonObject step(Request request) {
        String name = request.text("step");
        try {
            if (name.equals("open")) {
                return open(request);
            }
            for (StoreOperation operation : StoreOperation.values()) {
                if (operation.word.equals(name)) {
                    return needsOpen(name).operation(operation, request);
                }
            }
            if (name.equals("close")) {
                return needsOpen(name).close();
            }
        } catch (Exception e) {
            throw Refusal.of(name, e);
        }
        throw Refusal.unsupported("there is no step \"" + name + "\"");
    }

    private LoadedStore needsOpen(String step) {
        if (!open) {
            throw Refusal.badInput(step + ": the store is not open");
        }
        return this;
    }

    private JsonObject operation(StoreOperation operation, Request request) throws Exception {
        return operation.run(this, request);
    }

    private JsonObject open(Request request) throws Exception {
        Path folder = request.path("folder");
        boolean create = request.flag("create");
        if (!Files.isDirectory(folder)) {
            throw Refusal.badInput("folder: " + folder + " is not a folder");
        }
        open = false;
        Times times = new Times();
        store.open(folder, create);
        JsonObject reply = times.part("open").reply(0);
        open = true;
        return reply;
    }

    private JsonObject close() throws Exception {
        open = false;
        Times times = new Times();
        store.close();
        return times.part("close").reply(0);
    }
}
