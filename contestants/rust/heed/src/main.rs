//! LMDB by heed: one database, keys and values as bytes, one write transaction for many documents.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Store};
use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, EnvFlags, EnvOpenOptions, PutFlags, RwTxn};

/// Of address space that a database may grow into; the file is as large as what is in it.
const LARGEST: usize = 1 << 36;

type Documents = Database<'static, Bytes, Bytes>;

struct Lmdb {
    environment: Env,
    documents: Documents,
    durability: Durability,
}

impl Lmdb {
    /// Changes the database, in as many transactions as the class asks for.
    fn commit<T>(&mut self, items: &[T], change: impl Fn(&Documents, &mut RwTxn, &T) -> Outcome<()>) -> Outcome<()> {
        for some in self.durability.commits(items) {
            let mut transaction = self.environment.write_txn()?;
            for item in some {
                change(&self.documents, &mut transaction, item)?;
            }
            transaction.commit()?;
        }
        Ok(())
    }
}

impl Store for Lmdb {
    const LIBRARY: &'static str = "heed";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, _: bool, durability: Durability) -> Outcome<Self> {
        let mut options = EnvOpenOptions::new();
        options.map_size(LARGEST);
        // SAFETY: no other process touches the folder while this one has it open; without syncs, the class promises
        // nothing for the end of the machine.
        let environment = unsafe {
            if !durability.syncs() {
                options.flags(EnvFlags::NO_SYNC);
            }
            options.open(folder)?
        };
        let opened = environment.create_databases_and_commit(environment.write_txn()?, |opener, transaction| {
            opener.create_database(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
        })?;
        Ok(Lmdb { environment, documents: opened.unwrap_commit(), durability })
    }

    fn close(self) -> Outcome<()> {
        self.environment.prepare_for_closing().wait();
        Ok(())
    }

    /// A new database is filled from its end, for which keys have to come in their order.
    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        let is_new = self.environment.read_txn().and_then(|reading| self.documents.is_empty(&reading))?;
        if !is_new {
            return self.update(pairs);
        }
        let mut sorted: Vec<&(String, D)> = pairs.iter().collect();
        sorted.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        self.commit(&sorted, |documents, transaction, (key, document)| {
            Ok(documents.put_with_flags(transaction, PutFlags::APPEND, key.as_bytes(), &document.text()?)?)
        })
    }

    fn update<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(pairs, |documents, transaction, (key, document)| {
            Ok(documents.put(transaction, key.as_bytes(), &document.text()?)?)
        })
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        self.commit(keys, |documents, transaction, key| {
            documents.delete(transaction, key.as_bytes())?;
            Ok(())
        })
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        let transaction = self.environment.read_txn()?;
        self.documents.get(&transaction, key.as_bytes())?.map(D::from_text).transpose()
    }

    fn get_many<D: Document>(&mut self, keys: &[&str]) -> Outcome<Vec<D>> {
        let transaction = self.environment.read_txn()?;
        let found = keys.iter().filter_map(|key| self.documents.get(&transaction, key.as_bytes()).transpose());
        found.map(|text| D::from_text(text?)).collect()
    }

    fn scan<D: Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        let transaction = self.environment.read_txn()?;
        for entry in self.documents.iter(&transaction)? {
            each(D::from_text(entry?.1)?)?;
        }
        Ok(())
    }
}

assay_kit::store_main!(Lmdb);
