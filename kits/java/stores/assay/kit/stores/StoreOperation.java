package assay.kit.stores;

import assay.kit.Request;

import com.eclipsesource.json.JsonObject;

/** The operations of a store: all that the kit knows of one is its constant, and what it calls. */
enum StoreOperation {
    PUT("put", (opened, name, request) -> Writes.put(opened)),
    SCAN("scan", Reads::scan),
    GET("get", (opened, name, request) -> Reads.get(opened, request)),
    FILTER("filter", Reads::filter),
    PROJECT("project", Reads::project),
    UPDATE("update", (opened, name, request) -> Writes.update(opened, request)),
    DELETE("delete", (opened, name, request) -> Writes.delete(opened, request)),
    BATCHES("batches", Batches::read);

    /** As requests name it. */
    final String word;

    private final Step step;

    /** What a step does with an open store; its name is that of its time, if it has one part. */
    private interface Step {
        JsonObject run(LoadedStore opened, String name, Request request) throws Exception;
    }

    StoreOperation(String word, Step step) {
        this.word = word;
        this.step = step;
    }

    /** The content of the reply. {@code loaded} is open. */
    JsonObject run(LoadedStore loaded, Request request) throws Exception {
        return step.run(loaded, word, request);
    }
}
