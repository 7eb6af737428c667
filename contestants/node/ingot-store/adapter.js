'use strict';

const ingot = require('ingot-store');
const { version } = require('ingot-store/package.json');

const NAME = 'documents';
const PLAIN = /^\w+$/; // what a condition can name

/** Ingot's store: one collection, whose documents have their key in the field that the request names. */
class Store {
  static library = 'ingot-store';

  static version = version;

  /**
   * @param {object} setting the kit's
   */
  constructor(setting) {
    this.setting = setting;
  }

  open(folder) {
    const { durability, key } = this.setting;
    this.store = ingot.Store.open(folder, { sync: durability === 'D3' ? 'each-commit' : 'on-flush' });
    this.documents = this.store.collection(NAME, { key });
  }

  close() {
    this.store.close();
  }

  put(pairs) {
    for (const some of this.setting.commits(pairs)) {
      if (this.setting.raw) this.documents.putManyRaw(some);
      else this.documents.putMany(some);
      this.documents.commit();
    }
  }

  update(pairs) {
    this.put(pairs);
  }

  delete(keys) {
    for (const some of this.setting.commits(keys)) {
      for (const key of some) this.documents.delete(key);
      this.documents.commit();
    }
  }

  flush() {
    if (this.setting.durability === 'D2') this.documents.flush();
  }

  scan(take) {
    const all = this.setting.raw ? this.documents.raw() : this.documents.values();
    for (const document of all) take(document);
  }

  get(key) {
    return this.setting.raw ? this.documents.getRaw(key) : this.documents.get(key);
  }

  getMany(keys) {
    return this.setting.raw ? keys.map((key) => this.documents.getRaw(key)) : this.documents.getMany(keys);
  }

  filter(field, minimum, maximum, take) {
    if (!PLAIN.test(field)) {
      return this.scan((document) => {
        const value = this.setting.parse(document)[field];
        if (minimum <= value && value <= maximum) take(document);
      });
    }
    const where = [`${field} >= ${minimum}`, `${field} <= ${maximum}`];
    const found = this.setting.raw ? this.documents.scanRaw({ where }) : this.documents.scan({ where });
    for (const document of found) take(document);
  }

  project(fields, take) {
    for (const document of this.documents.scan({ fields })) take(document);
  }
}

module.exports = { Store };
