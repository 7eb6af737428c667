import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles Java, and runs small programs that generate some, for all builds of a lab process: a JVM
 * is started and warmed up once. One request line in, one reply line out, as many at once as there
 * are cores; replies come when they are ready, with the number of their request:
 *
 * <ul>
 *   <li>{@code {"number": 1, "javac": [ARGUMENT, …]}}
 *   <li>{@code {"number": 2, "run": CLASS, "path": [JAR or FOLDER, …], "arguments": [ARGUMENT, …]}}
 *   <li>{@code {"number": 1, "ok": true, "output": TEXT}}
 * </ul>
 *
 * <p>It ends with its standard input, whatever it is doing then.
 */
final class Resident {
    /** In bytes: generated code nests deeply. */
    private static final long STACK = 64 << 20;

    private final PrintStream replies;

    /** Of generators, by their class paths: they are loaded and warmed up once, too. */
    private final Map<List<Path>, ClassLoader> loaders = new ConcurrentHashMap<>();

    private Resident(PrintStream replies) {
        this.replies = replies;
    }

    public static void main(String[] args) throws Exception {
        Resident resident = new Resident(System.out);
        System.setOut(System.err); // for what generators print
        ExecutorService workers =
                Executors.newFixedThreadPool(
                        Runtime.getRuntime().availableProcessors(),
                        work -> new Thread(null, work, "worker", STACK));
        BufferedReader requests =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            JsonObject request = Json.parse(line).asObject();
            workers.execute(() -> resident.answer(request));
        }
        Runtime.getRuntime().halt(0);
    }

    private void answer(JsonObject request) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        boolean ok;
        try {
            ok = request.get("javac") != null ? javac(request, output) : run(request);
        } catch (Throwable e) { // a stack overflow too, which costs one build
            PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
            out.println("error: " + e);
            e.printStackTrace(out);
            ok = false;
        }
        JsonObject reply =
                Json.object()
                        .add("number", request.get("number"))
                        .add("ok", ok)
                        .add("output", output.toString(StandardCharsets.UTF_8));
        byte[] line = (reply + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (replies) {
            replies.write(line, 0, line.length);
            replies.flush();
        }
    }

    private static boolean javac(JsonObject request, ByteArrayOutputStream output) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        return compiler.run(null, output, output, strings(request, "javac")) == 0;
    }

    private boolean run(JsonObject request) throws Throwable {
        List<Path> path = List.of(strings(request, "path")).stream().map(Path::of).toList();
        ClassLoader loader = loaders.computeIfAbsent(path, Resident::loader);
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class.forName(request.getString("run", ""), true, loader)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) strings(request, "arguments"));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        return true;
    }

    private static ClassLoader loader(List<Path> path) {
        URL[] urls = new URL[path.size()];
        try {
            for (int i = 0; i < urls.length; i++) {
                urls[i] = path.get(i).toUri().toURL();
            }
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static String[] strings(JsonObject request, String key) {
        JsonArray array = request.get(key).asArray();
        String[] strings = new String[array.size()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = array.get(i).asString();
        }
        return strings;
    }
}
