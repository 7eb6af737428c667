package assay.kit.stores;

import assay.kit.LibraryFacts;
import assay.kit.Refusal;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/** The store's class: its library, and the making of stores that are not open yet. */
final class StoreClass {
    final LibraryFacts library;
    private final Constructor<?> constructor;

    /** Throws IllegalArgumentException where the class is not as {@link Store} describes it. */
    StoreClass(String className) {
        try {
            Class<?> type = Class.forName(className);
            library = LibraryFacts.of(type, Store.class);
            constructor = type.getConstructor(Setting.class);
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "no store " + className + ": " + Refusal.describe(e), e);
        }
    }

    Store make(Setting setting) {
        try {
            return (Store) constructor.newInstance(setting);
        } catch (InvocationTargetException e) {
            throw Refusal.of("making the store", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw Refusal.failed("making the store", e);
        }
    }
}
