//! SQLite by rusqlite: one table without rowid, a write-ahead log, one transaction for many documents.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Range, Store, Value};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{params, Connection, OptionalExtension, Params, Statement};

/// Of all contestants on SQLite. KiB, with a minus; deleted content is not overwritten with zeros.
const CACHE: i64 = -16_000;
const SECURE_DELETE: bool = false;

/// Options of a build that make it faster or slower, and that no pragma sets alike for all.
const TELLING: [&str; 5] = ["COMPILER", "DEFAULT_MEMSTATUS", "DEFAULT_PAGE_SIZE", "OMIT_LOOKASIDE", "THREADSAFE"];

struct Sqlite {
    connection: Connection,
    durability: Durability,
}

impl Sqlite {
    /// Runs a statement for each of the items, in as many transactions as the class asks for.
    fn commit<T>(&mut self, sql: &str, items: &[T], run: impl Fn(&mut Statement, &T) -> Outcome<usize>) -> Outcome<()> {
        for some in self.durability.commits(items) {
            let transaction = self.connection.transaction()?;
            let mut statement = transaction.prepare_cached(sql)?;
            for item in some {
                run(&mut statement, item)?;
            }
            drop(statement);
            transaction.commit()?;
        }
        Ok(())
    }

    fn write<D: Document>(&mut self, sql: &str, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(sql, pairs, |statement, (key, document)| {
            let text = document.text()?;
            Ok(statement.execute(params![key, Kept { bytes: &text, raw: D::RAW }])?)
        })
    }

    /// Hands over the documents that a query finds.
    fn read<D: Document>(
        &self,
        query: &str,
        parameters: impl Params,
        mut each: impl FnMut(D) -> Outcome<()>,
    ) -> Outcome<()> {
        let mut statement = self.connection.prepare_cached(query)?;
        let mut rows = statement.query(parameters)?;
        while let Some(row) = rows.next()? {
            each(D::from_text(row.get_ref(0)?.as_bytes()?)?)?;
        }
        Ok(())
    }
}

impl Store for Sqlite {
    const LIBRARY: &'static str = "rusqlite";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, create: bool, durability: Durability) -> Outcome<Self> {
        let connection = match durability {
            Durability::D0 => Connection::open_in_memory()?,
            _ => Connection::open(folder.join("documents.db"))?,
        };
        connection.pragma_update(None, "cache_size", CACHE)?;
        connection.pragma_update(None, "secure_delete", SECURE_DELETE)?;
        if durability != Durability::D0 {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", if durability.syncs() { "FULL" } else { "OFF" })?;
        }
        if create {
            let table = "CREATE TABLE documents (key TEXT PRIMARY KEY, document NOT NULL) WITHOUT ROWID";
            connection.execute(table, [])?;
        }
        Ok(Sqlite { connection, durability })
    }

    fn engine() -> String {
        engine().unwrap_or_else(|error| error.to_string())
    }

    fn close(self) -> Outcome<()> {
        self.connection.close().map_err(|(_, error)| error.into())
    }

    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.write("INSERT INTO documents VALUES (?1, ?2)", pairs)
    }

    fn update<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.write("UPDATE documents SET document = ?2 WHERE key = ?1", pairs)
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        self.commit("DELETE FROM documents WHERE key = ?1", keys, |statement, key| Ok(statement.execute([key])?))
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        let mut statement = self.connection.prepare_cached("SELECT document FROM documents WHERE key = ?1")?;
        let found = statement.query_row([key], |row| Ok(D::from_text(row.get_ref(0)?.as_bytes()?))).optional()?;
        found.transpose()
    }

    /// One read transaction for a batch.
    fn get_many<D: Document>(&mut self, keys: &[&str]) -> Outcome<Vec<D>> {
        self.connection.execute_batch("BEGIN")?;
        let found = keys.iter().filter_map(|key| self.get(key).transpose()).collect();
        self.connection.execute_batch("COMMIT")?;
        found
    }

    fn scan<D: Document>(&mut self, each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        self.read("SELECT document FROM documents", [], each)
    }

    fn filter<D: Document>(&mut self, range: &Range, each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        let query = "SELECT document FROM documents WHERE CAST(document AS TEXT) ->> ?1 BETWEEN ?2 AND ?3";
        self.read(query, params![range.field, range.minimum, range.maximum], each)
    }

    /// The arrow with one head gives JSON text, which keeps what `->>` makes an integer of: true and false.
    fn project(&mut self, fields: [&str; 2], mut each: impl FnMut(Value) -> Outcome<()>) -> Outcome<()> {
        let query = "SELECT CAST(document AS TEXT) -> ?1, CAST(document AS TEXT) -> ?2 FROM documents";
        let mut statement = self.connection.prepare_cached(query)?;
        let mut rows = statement.query(fields)?;
        while let Some(row) = rows.next()? {
            let value = |column| Value::from_text(row.get_ref(column)?.as_bytes()?);
            each([(fields[0], value(0)?), (fields[1], value(1)?)].into_iter().collect())?;
        }
        Ok(())
    }
}

/// JSON text: a blob where it is raw, else text, as in the other contestants on SQLite.
struct Kept<'a> {
    bytes: &'a [u8],
    raw: bool,
}

impl rusqlite::ToSql for Kept<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let kept = if self.raw { ValueRef::Blob(self.bytes) } else { ValueRef::Text(self.bytes) };
        Ok(ToSqlOutput::Borrowed(kept))
    }
}

fn engine() -> rusqlite::Result<String> {
    let connection = Connection::open_in_memory()?;
    let mut statement = connection.prepare("PRAGMA compile_options")?;
    let options: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let telling: Vec<&str> = options
        .iter()
        .map(String::as_str)
        .filter(|option| TELLING.iter().any(|name| option.starts_with(name)))
        .collect();
    Ok(format!("SQLite {} ({})", rusqlite::version(), telling.join(", ")))
}

assay_kit::store_main!(Sqlite);
