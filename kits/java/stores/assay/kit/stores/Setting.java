package assay.kit.stores;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a store is to be used.
 *
 * @param raw whether documents are the bytes of their text
 */
public record Setting(Durability durability, boolean raw) {
    /** Most documents of a commit in class D3. */
    private static final int COMMIT = 1000;

    /** What goes into one commit each: 1,000 in class D3, else everything. */
    public <T> List<List<T>> commits(List<T> items) {
        return durability == Durability.D3 ? parts(items, COMMIT) : List.of(items);
    }

    /** The items in parts of at most so many. */
    public static <T> List<List<T>> parts(List<T> items, int most) {
        List<List<T>> parts = new ArrayList<>();
        for (int start = 0; start < items.size(); start += most) {
            parts.add(items.subList(start, Math.min(items.size(), start + most)));
        }
        return parts;
    }

    /** The text of a document: what it is where it is raw, else by Jackson. */
    public byte[] dump(Object document) throws IOException {
        return raw ? (byte[]) document : JsonText.write(document);
    }

    /** The document of a text that the caller owns: the text where it is raw, else by Jackson. */
    public Object load(byte[] text) throws IOException {
        return raw ? text : JsonText.read(text);
    }

    /** The same of a text that the store keeps and may hand over again. */
    public Object loadKept(byte[] text) throws IOException {
        return load(raw ? text.clone() : text);
    }
}
