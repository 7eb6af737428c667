package assay.kit;

import assay.kit.canonical.CanonicalReader;
import assay.kit.canonical.CanonicalWriter;
import assay.kit.canonical.Misfit;
import assay.kit.schema.WorkloadSchema;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.ParseException;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The request {@code conform}: one row of a format's conformance, outside any record set. Whatever
 * the library throws is its refusal.
 */
final class Conformance {
    private static final HexFormat HEX = HexFormat.of();

    private final AdapterClass adapterClass;
    private final Request request;
    private final WorkloadSchema schema;
    private final Adapter<Object> adapter;

    private Conformance(AdapterClass adapterClass, Request request) {
        this.adapterClass = adapterClass;
        this.request = request;
        try {
            schema = WorkloadSchema.unread(request.text("schema"), request.text("resolved"));
        } catch (IllegalArgumentException e) {
            throw Refusal.badInput(e.getMessage());
        }
        adapter = adapter(null);
    }

    /** What the library finds. Throws {@link Refusal} for what it refuses, or does not have. */
    static JsonObject answer(AdapterClass adapterClass, Request request) {
        return new Conformance(adapterClass, request).answer(request.text("ask"));
    }

    private JsonObject answer(String ask) {
        return switch (ask) {
            case "parse" -> parse();
            case "decode" -> value(() -> adapter.decode(bytes()));
            case "encode" -> {
                Object record = record();
                yield found(List.of(HEX.formatHex(library(() -> adapter.encode(record)))));
            }
            case "read" -> read();
            case "resolve" -> value(() -> able().resolve(request.text("writer"), bytes()));
            case "from-json" -> value(() -> able().fromJson(request.text("input")));
            case "to-json" -> {
                Object record = record();
                yield found(List.of(library(() -> able().toJson(record))));
            }
            case "single-object" -> value(() -> able().singleObject(bytes()));
            default -> throw Refusal.unsupported("the kit does not ask \"" + ask + "\"");
        };
    }

    /** A schema that the library cannot do is one that it refuses. */
    private Adapter<Object> adapter(ContainerSettings settings) {
        try {
            return adapterClass.make(schema, settings);
        } catch (Refusal refusal) {
            throw settings == null ? Refusal.failed(refusal.getMessage()) : refusal;
        }
    }

    @SuppressWarnings("unchecked") // The kit hands an adapter only what the same adapter has made.
    private Conforming<Object> able() {
        if (adapter instanceof Conforming<?> able) {
            return (Conforming<Object>) able;
        }
        throw Refusal.unsupported("the contestant does nothing but its operations");
    }

    private JsonObject parse() {
        return adapter instanceof Conforming<?> able
                ? found(List.of(library(able::canonical)))
                : found(List.of());
    }

    private JsonObject read() {
        if (!(adapter(request.containerSettings()) instanceof ContainerAdapter<Object> packer)) {
            throw Refusal.unsupported("the contestant has no containers");
        }
        List<Object> kept = new ArrayList<>();
        library(
                () -> {
                    Iterator<Object> records = packer.read(bytes());
                    while (records.hasNext()) {
                        Object record = records.next();
                        if (kept.size() < texts()) {
                            kept.add(record);
                        }
                    }
                    return kept;
                });
        return values(kept);
    }

    private Object record() {
        Object plain;
        try {
            plain = new CanonicalReader(schema.type()).value(request.text("input"));
        } catch (Misfit | ParseException e) {
            throw Refusal.badInput("input: " + e.getMessage());
        }
        return library(() -> adapter.fromPlain(plain));
    }

    private JsonObject value(Callable<Object> work) {
        List<Object> made = new ArrayList<>();
        made.add(library(work));
        return values(made.subList(0, Math.min(1, texts())));
    }

    /** The canonical texts of domain values. */
    private JsonObject values(List<Object> values) {
        CanonicalWriter writer = new CanonicalWriter(schema.type());
        List<String> texts = new ArrayList<>();
        try {
            for (Object value : values) {
                texts.add(writer.text(adapter.toPlain(value)));
            }
        } catch (Exception e) {
            return found(List.of()).add("misfit", Refusal.describe(e));
        }
        return found(texts);
    }

    private byte[] bytes() {
        try {
            return HEX.parseHex(request.text("input"));
        } catch (IllegalArgumentException e) {
            throw Refusal.badInput("input: " + e.getMessage());
        }
    }

    private int texts() {
        return request.quantity("texts", 0);
    }

    private static JsonObject found(List<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return Json.object().add("found", array);
    }

    private static <T> T library(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw Refusal.of("refused", e);
        }
    }
}
