package assay.kit.stores;

import assay.kit.Conversation;
import assay.kit.Greeting;
import assay.kit.InputFiles;
import assay.kit.Keys;
import assay.kit.Refusal;
import assay.kit.Request;
import assay.kit.schema.SchemaType;
import assay.kit.schema.WorkloadSchema;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.util.Arrays;
import java.util.List;

/** The requests of a store's process. */
final class StoreSession implements Conversation {
    private final StoreClass storeClass;

    /** Null until a load has succeeded. */
    private LoadedStore loaded;

    private boolean ended;

    StoreSession(StoreClass storeClass) {
        this.storeClass = storeClass;
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public JsonObject answer(Request request) {
        return switch (request.name()) {
            case "hello" -> Greeting.of(request, storeClass.library, words());
            case "load" -> load(request);
            case "step" -> step(request);
            case "bye" -> bye();
            default -> throw Refusal.badInput("a store has no request \"" + request.name() + "\"");
        };
    }

    private static List<String> words() {
        return Arrays.stream(StoreOperation.values()).map(operation -> operation.word).toList();
    }

    private JsonObject load(Request request) {
        // Dropped first: two sets of documents at once may be more than the heap holds.
        loaded = null;
        request.text("workload"); // for people who read the requests; the kit needs no name
        SchemaType schema = schema(request);
        Keys store = request.object("store");
        String key = store.text("key");
        Setting setting = setting(store);
        List<Pair> pairs = Documents.of(request, setting, key);
        long start = System.nanoTime();
        Store made = storeClass.make(setting);
        long setupNs = System.nanoTime() - start;
        loaded = new LoadedStore(made, schema, setting, key, pairs);
        return Json.object().add("count", pairs.size()).add("setup_ns", setupNs);
    }

    private static SchemaType schema(Request request) {
        String text = InputFiles.text("schema", request.path("schema"));
        try {
            return WorkloadSchema.of(text, InputFiles.text("resolved", request.path("resolved")))
                    .type();
        } catch (IllegalArgumentException e) {
            throw Refusal.badInput(e.getMessage());
        }
    }

    private static Setting setting(Keys store) {
        String form = store.text("boundary");
        if (!form.equals("raw") && !form.equals("parsed")) {
            throw Refusal.badInput("boundary: there is none called \"" + form + "\"");
        }
        String durability = store.text("durability");
        try {
            return new Setting(Durability.valueOf(durability), form.equals("raw"));
        } catch (IllegalArgumentException e) {
            throw Refusal.badInput("durability: there is none called \"" + durability + "\"");
        }
    }

    private JsonObject step(Request request) {
        if (loaded == null) {
            throw Refusal.badInput("nothing is loaded: a load must go before");
        }
        return loaded.step(request);
    }

    private JsonObject bye() {
        ended = true;
        return Json.object();
    }
}
