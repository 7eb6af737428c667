'use strict';

const path = require('node:path');
const Database = require('better-sqlite3');
const { version } = require('better-sqlite3/package.json');

/** SQLite in the calling thread: prepared statements, and one transaction for many documents. */
class Store {
  static library = 'better-sqlite3';

  static version = version;

  static engine({ sqliteEngine }) {
    const db = new Database(':memory:');
    const [{ version: loaded }] = db.prepare('SELECT sqlite_version() AS version').all();
    const options = db.pragma('compile_options').map((row) => row.compile_options);
    db.close();
    return sqliteEngine(loaded, options);
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
    this.db = new Database(path.join(folder, this.sql.file), { fileMustExist: !create });
    for (const pragma of this.sql.pragmas) this.db.pragma(pragma);
    if (create) this.db.exec(this.sql.create);
    this.byKey = this.db.prepare(this.sql.get).pluck();
    /** One read transaction for a batch. */
    this.getMany = this.db.transaction((keys) => keys.map((key) => this.get(key)));
  }

  close() {
    this.db.close();
  }

  write(operation, items) {
    const { text, bind } = this.sql[operation];
    const statement = this.db.prepare(text);
    const transaction = this.db.transaction((some) => {
      for (const item of some) statement.run(bind(item));
    });
    for (const some of this.setting.commits(items)) transaction(some);
  }

  /** Each commit has synced already, where the class asks for it. */
  flush() {}

  scan(take) {
    const { load } = this.setting;
    for (const data of this.db.prepare(this.sql.scan).pluck().all()) take(load(data));
  }

  get(key) {
    const data = this.byKey.get(key);
    return data === undefined ? undefined : this.setting.load(data);
  }

  filter(field, minimum, maximum, take) {
    const { load } = this.setting;
    const found = this.db.prepare(this.sql.filter).pluck();
    for (const data of found.all(field, minimum, maximum)) take(load(data));
  }

  project([first, second], take) {
    const rows = this.db.prepare(this.sql.project).raw();
    for (const [a, b] of rows.all(first, second)) take({ [first]: a, [second]: b });
  }
}

module.exports = { Store };
