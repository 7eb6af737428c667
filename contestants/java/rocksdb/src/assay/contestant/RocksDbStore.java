package assay.contestant;

import assay.kit.Library;
import assay.kit.stores.Durability;
import assay.kit.stores.ManyStore;
import assay.kit.stores.Pair;
import assay.kit.stores.Setting;
import assay.kit.stores.Taker;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** RocksDB: one column family, write batches of 1,000 documents. */
@Library(name = "rocksdbjni", type = RocksDB.class)
public final class RocksDbStore implements ManyStore {
    /** In bytes; as of all contestants on RocksDB. */
    private static final long CACHE = 32 << 20;

    /** Bits of the Bloom filter for each key. */
    private static final double FILTER = 10;

    /** Most documents of a write batch, which is held in memory as a whole. */
    private static final int BATCH = 1000;

    private final Setting setting;
    private final Cache cache = new LRUCache(CACHE);
    private final BloomFilter filter = new BloomFilter(FILTER);
    private final Options options;
    private final WriteOptions writing;
    private RocksDB database;

    static {
        RocksDB.loadLibrary();
    }

    private interface Change<T> {
        void add(WriteBatch batch, T item) throws Exception;
    }

    public RocksDbStore(Setting setting) {
        this.setting = setting;
        options =
                new Options()
                        .setCompressionType(CompressionType.LZ4_COMPRESSION)
                        .setTableFormatConfig(
                                new BlockBasedTableConfig()
                                        .setBlockCache(cache)
                                        .setFilterPolicy(filter));
        writing = new WriteOptions().setSync(setting.durability() == Durability.D3);
    }

    @Override
    public void open(Path folder, boolean create) throws Exception {
        options.setCreateIfMissing(create);
        database = RocksDB.open(options, folder.toString());
    }

    @Override
    public void close() {
        database.close();
    }

    @Override
    public void put(List<Pair> pairs) throws Exception {
        commit(pairs, (batch, pair) -> batch.put(key(pair.key()), setting.dump(pair.document())));
    }

    @Override
    public void delete(List<String> keys) throws Exception {
        commit(keys, (batch, key) -> batch.delete(key(key)));
    }

    @Override
    public void flush() throws Exception {
        if (setting.durability() == Durability.D2) {
            database.flushWal(true);
        }
    }

    @Override
    public Object get(String key) throws Exception {
        byte[] text = database.get(key(key));
        return text == null ? null : setting.load(text);
    }

    @Override
    public List<Object> getMany(List<String> keys) throws Exception {
        List<Object> documents = new ArrayList<>(keys.size());
        for (byte[] text : database.multiGetAsList(keys.stream().map(RocksDbStore::key).toList())) {
            documents.add(text == null ? null : setting.load(text));
        }
        return documents;
    }

    @Override
    public void scan(Taker each) throws Exception {
        try (RocksIterator entries = database.newIterator()) {
            for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                each.take(setting.load(entries.value()));
            }
            entries.status();
        }
    }

    /** As many as class D3 asks for in a commit, in every class. */
    private <T> void commit(List<T> items, Change<T> change) throws Exception {
        for (List<T> some : Setting.parts(items, BATCH)) {
            try (WriteBatch batch = new WriteBatch()) {
                for (T item : some) {
                    change.add(batch, item);
                }
                database.write(writing, batch);
            }
        }
    }

    private static byte[] key(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
