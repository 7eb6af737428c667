package assay.kit;

import assay.kit.measure.Operation;
import assay.kit.schema.WorkloadSchema;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The adapter's class: what can be said without a schema, and the making of adapters for one. */
public final class AdapterClass {
    private final Library library;
    private final Constructor<?> constructor;
    private final List<Operation> operations;

    /**
     * Throws IllegalArgumentException where the class is not an adapter as {@link Adapter}
     * describes it.
     */
    public AdapterClass(String className) {
        try {
            Class<?> type = Class.forName(className);
            library = type.getAnnotation(Library.class);
            if (library == null || !Adapter.class.isAssignableFrom(type)) {
                throw new IllegalArgumentException(
                        className + " is not an Adapter with the annotation Library");
            }
            constructor = type.getConstructor(WorkloadSchema.class);
            operations =
                    Arrays.stream(Operation.values())
                            .filter(operation -> operation.needs.isAssignableFrom(type))
                            .toList();
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "no adapter " + className + ": " + Refusal.describe(e), e);
        }
    }

    public String library() {
        return library.name();
    }

    /** Those that the class can do, by the interfaces that it implements. */
    List<Operation> operations() {
        return operations;
    }

    /**
     * A new adapter for a schema, and for container files of these settings; {@code settings} is
     * null where no container is asked for.
     */
    // The kit hands an adapter only what the same adapter's class has made.
    @SuppressWarnings("unchecked")
    public Adapter<Object> make(WorkloadSchema schema, ContainerSettings settings) {
        try {
            Adapter<Object> adapter = (Adapter<Object>) constructor.newInstance(schema);
            if (settings != null && adapter instanceof ContainerAdapter<?> packer) {
                packer.prepare(settings);
            }
            return adapter;
        } catch (InvocationTargetException e) {
            throw Refusal.of("making the adapter", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw Refusal.failed("making the adapter", e);
        } catch (Exception e) {
            throw Refusal.of("preparing the adapter for containers", e);
        }
    }

    /**
     * The version of the library that is loaded: the one that its jar states, and the kit's own for
     * the kit itself.
     */
    public String version() {
        Class<?> type = library.type();
        if (type.getPackageName().equals(Adapter.class.getPackageName())) {
            return Main.VERSION;
        }
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw Refusal.failed(type.getName() + " does not come from a jar");
        }
        try {
            Path jar = Path.of(source.getLocation().toURI());
            if (!Files.isRegularFile(jar)) {
                throw Refusal.failed(type.getName() + " does not come from a jar");
            }
            String version = statedVersion(jar);
            if (version == null) {
                throw Refusal.failed(jar.getFileName() + " does not state its version");
            }
            return version;
        } catch (IOException | URISyntaxException e) {
            throw Refusal.failed("reading the version of " + library.name(), e);
        }
    }

    /**
     * From Maven's record of the jar itself, else from its manifest, else from the name that Maven
     * gave it; or null.
     */
    private String statedVersion(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            String name = path.getFileName().toString();
            for (JarEntry record : jar.stream().filter(AdapterClass::isMavens).toList()) {
                Properties properties = new Properties();
                try (InputStream in = jar.getInputStream(record)) {
                    properties.load(in);
                }
                String version = properties.getProperty("version");
                // A jar may hold records of others, whose classes it contains.
                if (name.startsWith(properties.getProperty("artifactId") + "-" + version)) {
                    return version;
                }
            }
            Attributes attributes = jar.getManifest().getMainAttributes();
            String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            version = version != null ? version : attributes.getValue("Bundle-Version");
            return version != null ? version : namedVersion(name);
        }
    }

    private static boolean isMavens(JarEntry entry) {
        return entry.getName().matches("META-INF/maven/[^/]+/[^/]+/pom\\.properties");
    }

    private String namedVersion(String jar) {
        String start = library.name() + "-";
        return jar.startsWith(start) && jar.endsWith(".jar")
                ? jar.substring(start.length(), jar.length() - 4)
                : null;
    }
}
