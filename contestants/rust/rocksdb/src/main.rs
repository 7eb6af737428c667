//! RocksDB, the system's: one column family, write batches of 1,000 documents.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Store};
use rocksdb::{
    BlockBasedOptions, Cache, ColumnFamilyDescriptor, DBCompressionType, Options, WriteBatch, WriteOptions, DB,
    DEFAULT_COLUMN_FAMILY_NAME,
};

/// Bytes; what RocksDB has by default since its version 8.2.
const CACHE: usize = 32 << 20;

/// Bits of the Bloom filter for each key.
const FILTER: f64 = 10.0;

/// Most documents of a write batch, which is held in memory as a whole.
const BATCH: usize = 1000;

struct RocksDb {
    database: DB,
    durability: Durability,
    writing: WriteOptions,
}

impl RocksDb {
    /// Changes the database by write batches; in class D3 each commit is one, and synced.
    fn commit<T>(&mut self, items: &[T], add: impl Fn(&mut WriteBatch, &T) -> Outcome<()>) -> Outcome<()> {
        for some in self.durability.commits(items).flat_map(|commit| commit.chunks(BATCH)) {
            let mut batch = WriteBatch::default();
            for item in some {
                add(&mut batch, item)?;
            }
            self.database.write_opt(batch, &self.writing)?;
        }
        Ok(())
    }
}

impl Store for RocksDb {
    const LIBRARY: &'static str = "rocksdb";
    const VERSION: &'static str = librocksdb_sys::VERSION;

    fn open(folder: &Path, create: bool, durability: Durability) -> Outcome<Self> {
        let mut tables = BlockBasedOptions::default();
        tables.set_block_cache(&Cache::new_lru_cache(CACHE)?);
        tables.set_bloom_filter(FILTER, false);
        let mut options = Options::default();
        options.create_if_missing(create);
        options.set_compression_type(DBCompressionType::Lz4);
        options.set_block_based_table_factory(&tables);
        let mut writing = WriteOptions::default();
        writing.set_sync(durability == Durability::D3);
        // Named, so that several keys can be looked up at once in it.
        let documents = ColumnFamilyDescriptor::new(DEFAULT_COLUMN_FAMILY_NAME, options.clone());
        let database = DB::open_cf_descriptors(&options, folder, [documents])?;
        Ok(RocksDb { database, durability, writing })
    }

    fn close(self) -> Outcome<()> {
        drop(self.database);
        Ok(())
    }

    fn flush(&mut self) -> Outcome<()> {
        if self.durability == Durability::D2 {
            self.database.flush_wal(true)?;
        }
        Ok(())
    }

    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(pairs, |batch, (key, document)| {
            batch.put(key, &*document.text()?);
            Ok(())
        })
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        self.commit(keys, |batch, key| {
            batch.delete(key);
            Ok(())
        })
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        self.database.get_pinned(key)?.map(|text| D::from_text(&text)).transpose()
    }

    fn get_many<D: Document>(&mut self, keys: &[&str]) -> Outcome<Vec<D>> {
        let documents = self.database.cf_handle(DEFAULT_COLUMN_FAMILY_NAME).ok_or("the column family is not open")?;
        let found = self.database.batched_multi_get_cf(documents, keys, false);
        found.into_iter().filter_map(|text| text.transpose()).map(|text| D::from_text(&text?)).collect()
    }

    fn scan<D: Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        let mut entries = self.database.raw_iterator();
        entries.seek_to_first();
        while let Some(text) = entries.value() {
            each(D::from_text(text)?)?;
            entries.next();
        }
        Ok(entries.status()?)
    }
}

assay_kit::store_main!(RocksDb);
