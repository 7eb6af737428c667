package assay.kit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** What is known of a contestant's library without a schema: its name and its version. */
public final class LibraryFacts {
    private final Library library;

    private LibraryFacts(Library library) {
        this.library = library;
    }

    /**
     * Of the library that a contestant's class names. Throws IllegalArgumentException where the
     * class is none of {@code wanted}, or names no library.
     */
    public static LibraryFacts of(Class<?> type, Class<?> wanted) {
        Library library = type.getAnnotation(Library.class);
        if (library == null || !wanted.isAssignableFrom(type)) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " is no "
                            + wanted.getSimpleName()
                            + " with the annotation Library");
        }
        return new LibraryFacts(library);
    }

    public String name() {
        return library.name();
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
            for (JarEntry record : jar.stream().filter(LibraryFacts::isMavens).toList()) {
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
