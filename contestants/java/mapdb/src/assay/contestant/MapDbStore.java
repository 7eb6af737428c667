package assay.contestant;

import assay.kit.Library;
import assay.kit.stores.Durability;
import assay.kit.stores.Pair;
import assay.kit.stores.Setting;
import assay.kit.stores.Store;
import assay.kit.stores.Taker;

import org.mapdb.BTreeMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** MapDB: one tree of text and bytes in a mapped file, changed by transactions. */
@Library(name = "mapdb", type = DB.class)
public final class MapDbStore implements Store {
    private final Setting setting;
    private DB database;

    /** Null in a new store: what fills a tree at once makes it, too. */
    private BTreeMap<String, byte[]> documents;

    public MapDbStore(Setting setting) {
        this.setting = setting;
    }

    @Override
    public void open(Path folder, boolean create) {
        DBMaker.Maker maker =
                DBMaker.fileDB(folder.resolve("documents.db").toFile())
                        .fileMmapEnableIfSupported()
                        .transactionEnable();
        if (!setting.durability().syncs()) {
            maker.fileSyncDisable();
        }
        database = maker.make();
        documents = create ? null : tree().open();
    }

    @Override
    public void close() {
        database.close();
    }

    @Override
    public void put(List<Pair> pairs) throws Exception {
        if (documents == null && setting.durability() != Durability.D3) {
            load(pairs);
            database.commit();
            return;
        }
        for (List<Pair> some : setting.commits(pairs)) {
            for (Pair pair : some) {
                documents().put(pair.key(), setting.dump(pair.document()));
            }
            database.commit();
        }
    }

    @Override
    public void delete(List<String> keys) {
        for (List<String> some : setting.commits(keys)) {
            some.forEach(documents()::remove);
            database.commit();
        }
    }

    /** Each commit has made safe what it wrote, as the class says. */
    @Override
    public void flush() {}

    @Override
    public Object get(String key) throws Exception {
        byte[] text = documents().get(key);
        return text == null ? null : setting.load(text);
    }

    @Override
    public void scan(Taker each) throws Exception {
        Iterator<byte[]> texts = documents().valueIterator();
        while (texts.hasNext()) {
            each.take(setting.load(texts.next()));
        }
    }

    /** Fills a new tree from its end, for which keys have to come in their order. */
    private void load(List<Pair> pairs) throws IOException {
        List<Pair> sorted = new ArrayList<>(pairs);
        sorted.sort(Comparator.comparing(Pair::key));
        DB.TreeMapSink<String, byte[]> sink = tree().createFromSink();
        for (Pair pair : sorted) {
            sink.put(pair.key(), setting.dump(pair.document()));
        }
        documents = sink.create();
    }

    private BTreeMap<String, byte[]> documents() {
        if (documents == null) {
            documents = tree().createOrOpen();
        }
        return documents;
    }

    private DB.TreeMapMaker<String, byte[]> tree() {
        return database.treeMap("documents", Serializer.STRING, Serializer.BYTE_ARRAY)
                .valuesOutsideNodesEnable();
    }
}
