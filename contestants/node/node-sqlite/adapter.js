'use strict';

const path = require('node:path');
const { DatabaseSync } = require('node:sqlite');

/** Node's own binding of SQLite, in the calling thread. */
class Store {
  static library = 'node:sqlite';

  static version = process.versions.sqlite;

  static engine({ sqliteEngine }) {
    const db = new DatabaseSync(':memory:');
    const options = db.prepare('PRAGMA compile_options').all();
    db.close();
    return sqliteEngine(
      process.versions.sqlite,
      options.map((row) => row.compile_options),
    );
  }

  /**
   * @param {object} setting the kit's
   * @param {{sqlite: Function}} tools gives the statements
   */
  constructor(setting, { sqlite }) {
    this.setting = setting;
    this.sql = sqlite(setting);
  }

  open(folder, create) {
    this.db = new DatabaseSync(path.join(folder, this.sql.file));
    for (const pragma of this.sql.pragmas) this.db.exec(`PRAGMA ${pragma}`);
    if (create) this.db.exec(this.sql.create);
    this.byKey = this.db.prepare(this.sql.get);
  }

  close() {
    this.db.close();
  }

  write(operation, items) {
    const { text, bind } = this.sql[operation];
    const statement = this.db.prepare(text);
    for (const some of this.setting.commits(items)) {
      this.inTransaction(() => some.forEach((item) => statement.run(...bind(item))));
    }
  }

  // The module has no function for it.
  inTransaction(run) {
    this.db.exec('BEGIN');
    try {
      const result = run();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      this.db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Each commit has synced already, where the class asks for it. */
  flush() {}

  scan(take) {
    const { load } = this.setting;
    for (const { document } of this.db.prepare(this.sql.scan).all()) take(load(document));
  }

  get(key) {
    const row = this.byKey.get(key);
    return row === undefined ? undefined : this.setting.load(row.document);
  }

  /** One read transaction for a batch. */
  getMany(keys) {
    return this.inTransaction(() => keys.map((key) => this.get(key)));
  }

  filter(field, minimum, maximum, take) {
    const { load } = this.setting;
    for (const { document } of this.db.prepare(this.sql.filter).all(field, minimum, maximum)) take(load(document));
  }

  project([first, second], take) {
    const rows = this.db.prepare(this.sql.project);
    for (const row of rows.all(first, second)) take({ [first]: row.first, [second]: row.second });
  }
}

module.exports = { Store };
