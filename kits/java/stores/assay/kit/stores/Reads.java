package assay.kit.stores;

import assay.kit.Request;

import com.eclipsesource.json.JsonObject;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Steps that hand over documents. */
final class Reads {
    private Reads() {}

    /** What hands them over. */
    interface Source {
        void hand(Taker each) throws Exception;
    }

    static JsonObject scan(LoadedStore loaded, String part, Request request) throws Exception {
        return timed(loaded, request, part, loaded.pairs.size(), loaded.store::scan);
    }

    static JsonObject get(LoadedStore loaded, Request request) throws Exception {
        List<String> keys = Documents.keys(request);
        return timed(
                loaded,
                request,
                "lookup",
                keys.size(),
                each -> {
                    for (String key : keys) {
                        each.take(loaded.store.get(key));
                    }
                });
    }

    static JsonObject filter(LoadedStore loaded, String part, Request request) throws Exception {
        String field = request.text("field");
        double least = request.number("least");
        double most = request.number("most");
        Source found =
                each ->
                        loaded.store.scan(
                                document -> {
                                    if (JsonText.fields(document).get(field) instanceof Number n
                                            && least <= n.doubleValue()
                                            && n.doubleValue() <= most) {
                                        each.take(document);
                                    }
                                });
        return timed(loaded, request, part, 0, found);
    }

    static JsonObject project(LoadedStore loaded, String part, Request request) throws Exception {
        List<String> names = request.texts("fields");
        Source projections =
                each ->
                        loaded.store.scan(
                                document -> {
                                    Map<String, Object> fields = JsonText.fields(document);
                                    Map<String, Object> projection = new LinkedHashMap<>();
                                    for (String name : names) {
                                        projection.put(name, fields.get(name));
                                    }
                                    each.take(projection);
                                });
        Lines lines = Lines.canonical(loaded.schema.projection(names));
        return timed(request, part, loaded.pairs.size(), lines, projections);
    }

    /** The same for documents as they were put. {@code most}: of how many samples are drawn. */
    static JsonObject timed(
            LoadedStore loaded, Request request, String part, long most, Source source)
            throws Exception {
        Lines lines = loaded.setting.raw() ? Lines.framed() : Lines.canonical(loaded.schema);
        return timed(request, part, most, lines, source);
    }

    /** Times what hands over documents, and writes those kept when the clock has stopped. */
    private static JsonObject timed(
            Request request, String part, long most, Lines lines, Source source) throws Exception {
        Path output = request.path("output");
        Handing handing = new Handing(request, most);
        Times times = new Times();
        source.hand(handing);
        times.part(part);
        lines.write(output, handing.kept());
        return times.reply(handing.count());
    }
}
