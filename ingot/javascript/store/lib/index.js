// A store: collections of JSON documents in a folder.

import { fileURLToPath } from 'node:url';

import { Collection } from './collection.js';
import { checkOptions, failure, mismatch } from './failure.js';
import { native } from './native.js';

const SYNCS = ['on-flush', 'each-commit'];

// Stores that are not reachable any more are closed.
const unreachable = new FinalizationRegistry((id) => native.closeStore(id));

export class Store {
  #id;
  #folder;
  #open = new Map();
  #readers = new Set();

  /** Made by `Store.open`. */
  constructor(id, folder) {
    this.#id = id;
    this.#folder = folder;
    unreachable.register(this, id, this);
  }

  static open(folder, options = {}) {
    checkOptions(options, ['readOnly', 'sync', 'key']);
    const { readOnly = false, sync = SYNCS[0], key } = options;
    if (typeof readOnly !== 'boolean') throw mismatch('the option readOnly', 'a boolean', readOnly);
    if (!SYNCS.includes(sync)) throw failure('type-mismatch', `the option sync is one of: ${SYNCS.join(', ')}`);
    const path = folder instanceof URL ? fileURLToPath(folder) : folder;
    if (typeof path !== 'string') throw mismatch('a folder', 'a string or a file URL', folder);
    return new Store(native.openStore(path, readOnly, sync === 'each-commit', keyOf(key)), path);
  }

  get folder() {
    return this.#folder;
  }

  collections() {
    return native.collections(this.#id);
  }

  /** The same object each time, until it is closed. */
  collection(name, options = {}) {
    checkOptions(options, ['key']);
    const known = this.#open.get(checkName(name));
    if (known !== undefined) return known;
    const id = native.openCollection(this.#id, name, keyOf(options.key), false);
    const collection = new Collection(id, name, (closed) => {
      if (this.#open.get(name) === closed) this.#open.delete(name);
    });
    this.#open.set(name, collection);
    return collection;
  }

  /** Another object each time, for reading only. */
  reader(name) {
    const id = native.openCollection(this.#id, checkName(name), null, true);
    const reader = new Collection(id, name, (closed) => this.#readers.delete(closed));
    this.#readers.add(reader);
    return reader;
  }

  repair(name) {
    return native.repair(this.#id, checkName(name));
  }

  close() {
    for (const collection of [...this.#open.values(), ...this.#readers]) collection.close();
    unreachable.unregister(this);
    native.closeStore(this.#id);
  }

  [Symbol.dispose]() {
    this.close();
  }
}

/** The key field; null where it is the one by default. */
function keyOf(key) {
  if (key === undefined) return null;
  if (typeof key !== 'string' || key === '') throw failure('type-mismatch', 'the option key is the name of a field');
  return key;
}

function checkName(name) {
  if (typeof name !== 'string') throw mismatch("a collection's name", 'a string', name);
  return name;
}

export { Collection };
