'use strict';

const { ClassicLevel } = require('classic-level');
const { version } = require('classic-level/package.json');

const CACHE = 32 << 20; // bytes, as of the contestants on RocksDB and of LevelDB's in Python
const ENTRIES = 1000; // of one reading of the iterator
const BYTES = 1 << 20; // so that it does not stop before it has read so many

/** LevelDB: one batch for many documents; the library itself turns values into JSON and back. */
class Store {
  static library = 'classic-level';

  static version = version;

  /**
   * @param {object} setting the kit's
   */
  constructor(setting) {
    this.setting = setting;
  }

  async open(folder, create) {
    const valueEncoding = this.setting.raw ? 'buffer' : 'json';
    const options = { valueEncoding, cacheSize: CACHE, createIfMissing: create, errorIfExists: create };
    this.db = new ClassicLevel(folder, options);
    await this.db.open();
  }

  close() {
    return this.db.close();
  }

  async commit(items, operation) {
    const sync = this.setting.synced;
    for (const some of this.setting.commits(items)) await this.db.batch(some.map(operation), { sync });
  }

  put(pairs) {
    return this.commit(pairs, ([key, value]) => ({ type: 'put', key, value }));
  }

  update(pairs) {
    return this.put(pairs);
  }

  delete(keys) {
    return this.commit(keys, (key) => ({ type: 'del', key }));
  }

  /** Each batch has been synced already, where the class asks for it. */
  flush() {}

  async scan(take) {
    const values = this.db.values({ highWaterMarkBytes: BYTES });
    try {
      for (;;) {
        const some = await values.nextv(ENTRIES);
        if (some.length === 0) return;
        for (const value of some) take(value);
      }
    } finally {
      await values.close();
    }
  }

  get(key) {
    return this.db.getSync(key);
  }

  getMany(keys) {
    return this.db.getMany(keys);
  }
}

module.exports = { Store };
