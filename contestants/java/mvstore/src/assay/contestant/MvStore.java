package assay.contestant;

import assay.kit.Library;
import assay.kit.stores.Pair;
import assay.kit.stores.Setting;
import assay.kit.stores.Store;
import assay.kit.stores.Taker;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

import java.nio.file.Path;
import java.util.List;

/** H2's MVStore: one map of text and bytes. */
@Library(name = "h2", type = MVStore.class)
public final class MvStore implements Store {
    private final Setting setting;
    private MVStore store;
    private MVMap<String, byte[]> documents;

    public MvStore(Setting setting) {
        this.setting = setting;
    }

    /** Without the library's own thread, which commits and compacts once in a second. */
    @Override
    public void open(Path folder, boolean create) {
        store =
                new MVStore.Builder()
                        .fileName(folder.resolve("documents.mv.db").toString())
                        .autoCommitDisabled()
                        .open();
        documents =
                store.openMap(
                        "documents",
                        new MVMap.Builder<String, byte[]>()
                                .keyType(StringDataType.INSTANCE)
                                .valueType(ByteArrayDataType.INSTANCE));
    }

    @Override
    public void close() {
        store.close();
    }

    @Override
    public void put(List<Pair> pairs) throws Exception {
        for (List<Pair> some : setting.commits(pairs)) {
            for (Pair pair : some) {
                documents.put(pair.key(), setting.dump(pair.document()));
            }
            commit();
        }
    }

    @Override
    public void delete(List<String> keys) {
        for (List<String> some : setting.commits(keys)) {
            some.forEach(documents::remove);
            commit();
        }
    }

    /** A commit writes to the file, but does not sync it. */
    private void commit() {
        store.commit();
        if (setting.durability().syncs()) {
            store.sync();
        }
    }

    /** Each commit has made safe what it wrote, as the class says. */
    @Override
    public void flush() {}

    @Override
    public Object get(String key) throws Exception {
        byte[] text = documents.get(key);
        return text == null ? null : setting.loadKept(text);
    }

    @Override
    public void scan(Taker each) throws Exception {
        Cursor<String, byte[]> entries = documents.cursor(null);
        while (entries.hasNext()) {
            entries.next();
            each.take(setting.loadKept(entries.getValue()));
        }
    }
}
