package assay.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the library behind an {@link Adapter}; known before there is a schema to make an adapter
 * for.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Library {
    /** The library's name, as in contestant.toml. */
    String name();

    /**
     * A class of the library that the adapter calls. The version is read from the jar that this
     * class came from.
     */
    Class<?> type();
}
