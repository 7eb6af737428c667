'use strict';

const { open } = require('lmdb');

// Where the library keeps the names of the fields that documents have in common, apart from them.
const STRUCTURES = Symbol.for('structures');

/** LMDB: writes are queued and go into one transaction of another thread; the library's own MessagePack. */
class Store {
  static library = 'lmdb';

  static version = require('./node_modules/lmdb/package.json').version;

  /**
   * @param {object} setting the kit's
   */
  constructor(setting) {
    this.setting = setting;
  }

  open(folder) {
    const encoding = this.setting.raw
      ? { encoding: 'binary' }
      : { encoding: 'msgpack', sharedStructuresKey: STRUCTURES };
    this.db = open(folder, { ...encoding, noSync: !this.setting.synced });
  }

  close() {
    return this.db.close();
  }

  /** All that is written in one turn of the event loop is one transaction. */
  async commit(items, write) {
    const each = this.setting.durability === 'D3';
    for (const some of this.setting.commits(items)) {
      let last;
      for (const item of some) last = write(item);
      await last;
      if (each) await this.db.flushed;
    }
  }

  put(pairs) {
    return this.commit(pairs, ([key, value]) => this.db.put(key, value));
  }

  update(pairs) {
    return this.put(pairs);
  }

  delete(keys) {
    return this.commit(keys, (key) => this.db.remove(key));
  }

  /** Waits for the sync of the last commit, which goes on when the commit is done. */
  async flush() {
    if (this.setting.durability === 'D2') await this.db.flushed;
  }

  scan(take) {
    for (const { value } of this.db.getRange()) take(value);
  }

  get(key) {
    return this.db.get(key);
  }

  getMany(keys) {
    return this.db.getMany(keys);
  }
}

module.exports = { Store };
