package assay.kit;

import assay.kit.measure.Bench;
import assay.kit.measure.Operation;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** The requests of one process, and what it holds between them. */
final class Session implements Conversation {
    private final AdapterClass adapterClass;
    private RecordSet records;
    private Bench bench;
    private boolean ended;

    Session(AdapterClass adapterClass) {
        this.adapterClass = adapterClass;
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public JsonObject answer(Request request) {
        return switch (request.name()) {
            case "hello" -> Greeting.of(request, adapterClass.facts(), words());
            case "load" -> load(request);
            case "prove" -> Proof.write(loaded(), operation(request), request.path("output"));
            case "inspect" ->
                    Inspection.run(loaded(), operation(request), request.quantity("rounds", 1));
            case "warm" -> measure(request, 1, request.real("seconds"), false);
            case "measure" -> measure(request, request.quantity("batches", 1), 0, true);
            case "once" -> once(request);
            case "swap" -> swap(request);
            case "conform" -> Conformance.answer(adapterClass, request);
            case "bye" -> bye();
            default -> throw Refusal.badInput("unknown request \"" + request.name() + "\"");
        };
    }

    private List<String> words() {
        return adapterClass.operations().stream().map(operation -> operation.word).toList();
    }

    private JsonObject load(Request request) {
        // A load that fails leaves nothing behind that could be measured in its place.
        records = null;
        bench = null;
        request.text("workload"); // for people who read the requests; the kit needs no name
        Path schema = request.path("schema");
        Path resolved = request.path("resolved");
        RecordFiles files = request.files();
        ContainerSettings settings = request.containerSettings();
        records = new RecordSet(adapterClass, schema, resolved, files, settings);
        bench = new Bench(records);
        return Json.object().add("count", records.count()).add("setup_ns", records.setupNs());
    }

    private JsonObject swap(Request request) {
        RecordFiles files = request.files();
        loaded().swap(files);
        // The new content of old objects lies apart from them, and G1 leaves it there: operations
        // took a fifth longer than on records that were loaded, for the caches' sake.
        System.gc();
        return Json.object().add("count", files.count());
    }

    /** Batches until there are {@code minimum} of them and {@code seconds} have gone by. */
    private JsonObject measure(Request request, int minimum, double seconds, boolean timed) {
        Bench.Settings settings =
                new Bench.Settings(
                        minimum,
                        seconds,
                        timed,
                        request.integer("min_batch_ns", 0),
                        request.quantity("threads", 1),
                        request.integer("seed", 0),
                        request.quantity("samples", 0));
        return withContainer(request, operation -> bench.run(operation, settings));
    }

    private JsonObject once(Request request) {
        long seed = request.integer("seed", 0);
        int samples = request.quantity("samples", 0);
        return withContainer(request, operation -> bench.once(operation, seed, samples));
    }

    /**
     * The reply of a measurement; the container that it kept, if any, goes where the request says.
     */
    private JsonObject withContainer(Request request, Function<Operation, JsonObject> measurement) {
        loaded();
        Operation operation = operation(request);
        if (operation.gives != Operation.Matter.CONTAINER) {
            return measurement.apply(operation);
        }
        Path output = request.path("output");
        JsonObject reply = measurement.apply(operation);
        try {
            Files.write(output, bench.lastContainer());
        } catch (IOException e) {
            throw InputFiles.unreadable(output, e);
        }
        return reply;
    }

    private JsonObject bye() {
        ended = true;
        return Json.object();
    }

    private RecordSet loaded() {
        if (records == null) {
            throw Refusal.badInput("nothing is loaded: a load must go before");
        }
        return records;
    }

    /**
     * The operation that the request names, which this contestant has and which what is loaded
     * allows.
     */
    private Operation operation(Request request) {
        String name = request.text("operation");
        for (Operation operation : adapterClass.operations()) {
            if (operation.word.equals(name)) {
                if (operation.isAbout(Operation.Matter.CONTAINER) && !records.hasContainer()) {
                    throw Refusal.unsupported(
                            "no container was asked for: there is nothing to " + name);
                }
                return operation;
            }
        }
        throw Refusal.unsupported("this contestant has no operation \"" + name + "\"");
    }
}
