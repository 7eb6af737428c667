// A collection: documents under string keys.

import { checkKey, checkOptions, failure, mismatch } from './failure.js';
import { memory } from './memory.js';
import { native } from './native.js';
import { entries, keys, raw, values } from './reading.js';

// Keys and documents that are handed to the native part by one call.
const GATHERED = 512;

// Collections that are not reachable any more are closed.
const unreachable = new FinalizationRegistry((id) => native.closeCollection(id));

export class Collection {
  #id;
  #name;
  #keyField;
  #closed;

  /** Made by a Store: the native part's number, the name, and what is to be done when it is closed. */
  constructor(id, name, closed) {
    this.#id = id;
    this.#name = name;
    this.#keyField = native.keyField(id);
    this.#closed = closed;
    unreachable.register(this, id, this);
  }

  get name() {
    return this.#name;
  }

  get keyField() {
    return this.#keyField;
  }

  get size() {
    return native.size(this.#id);
  }

  // --- reading ---

  get(key) {
    checkKey(key);
    const text = native.getText(this.#id, key);
    return text === null ? undefined : JSON.parse(text);
  }

  getRaw(key) {
    checkKey(key);
    for (;;) {
      const length = native.getBytes(this.#id, key, memory.piece, memory.used);
      if (length < 0) return undefined;
      const bytes = memory.cut(length);
      if (bytes !== undefined) return bytes;
    }
  }

  getMany(keys) {
    const asked = Array.from(keys);
    asked.forEach(checkKey);
    const found = JSON.parse(native.getMany(this.#id, asked));
    for (let at = 0; at < found.length; at += 1) if (found[at] === null) found[at] = undefined;
    return found;
  }

  has(key) {
    checkKey(key);
    return native.has(this.#id, key);
  }

  at(position) {
    const place = this.#place(position);
    const text = place < 0 ? null : native.textAt(this.#id, place);
    return text === null ? undefined : JSON.parse(text);
  }

  rawAt(position) {
    const place = this.#place(position);
    if (place < 0) return undefined;
    for (;;) {
      const length = native.bytesAt(this.#id, place, memory.piece, memory.used);
      if (length < 0) return undefined;
      const bytes = memory.cut(length);
      if (bytes !== undefined) return bytes;
    }
  }

  /** A position from the start; below zero where there is none. */
  #place(position) {
    if (!Number.isSafeInteger(position)) throw mismatch('a position', 'a whole number', position);
    return position < 0 ? this.size + position : position;
  }

  values() {
    return values(this.#read());
  }

  raw() {
    return raw(this.#read());
  }

  keys() {
    return keys(this.#read([], [this.#keyField]), this.#keyField);
  }

  entries() {
    return entries(this.#read(), this.#keyField);
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  scan(options = {}) {
    const { where, fields } = scanned(options);
    return values(this.#read(where, fields));
  }

  scanRaw(options = {}) {
    const { where, fields } = scanned(options);
    if (fields !== undefined) throw failure('type-mismatch', 'scanRaw gives whole documents: it has no option fields');
    return raw(this.#read(where));
  }

  /**
   * A reading of the documents that are there now. Its functions refer to this collection, and so to its store: an
   * iteration may be all that is left of them, and the collector must not close them before it ends.
   */
  #read(where = [], fields = undefined) {
    const reading = native.read(this.#id, where, fields);
    return {
      nextTexts: (size) => native.nextTexts(this.#id, reading, size),
      lastKeys: () => native.lastKeys(this.#id, reading),
      nextBytes: (memory, ends) => native.nextBytes(this.#id, reading, memory, ends),
    };
  }

  // --- writing ---

  put(key, document) {
    checkKey(key);
    native.putText(this.#id, key, textOf(document));
  }

  putRaw(key, document) {
    checkKey(key);
    if (typeof document === 'string') native.putText(this.#id, key, document);
    else native.putBytes(this.#id, key, bytesOf(document));
  }

  add(document) {
    return native.addText(this.#id, textOf(document));
  }

  putMany(pairs) {
    this.#putAll(pairs, textOf, native.gatherTexts);
  }

  putManyRaw(pairs) {
    this.#putAll(pairs, bytesOf, native.gatherBytes);
  }

  #putAll(pairs, given, gather) {
    const gathered = native.gather();
    let some = [];
    for (const [key, document] of pairs) {
      checkKey(key);
      some.push(key, given(document));
      if (some.length === GATHERED) {
        gather(gathered, some);
        some = [];
      }
    }
    gather(gathered, some);
    native.putGathered(this.#id, gathered);
  }

  delete(key) {
    checkKey(key);
    return native.delete(this.#id, key);
  }

  commit() {
    native.commit(this.#id);
  }

  flush() {
    native.flush(this.#id);
  }

  rollBack() {
    native.rollBack(this.#id);
  }

  // --- as a whole ---

  compact() {
    native.compact(this.#id);
  }

  verify() {
    return native.verify(this.#id);
  }

  snapshot(folder) {
    if (typeof folder !== 'string') throw mismatch('a folder', 'a string', folder);
    native.snapshot(this.#id, folder);
  }

  refresh() {
    native.refresh(this.#id);
  }

  stats() {
    return native.stats(this.#id);
  }

  /** Again, it does nothing: another collection may be open under the name by then. */
  close() {
    const closed = this.#closed;
    if (closed === undefined) return;
    this.#closed = undefined;
    unreachable.unregister(this);
    native.closeCollection(this.#id);
    closed(this);
  }

  [Symbol.dispose]() {
    this.close();
  }
}

/** A document as the text that JSON.stringify makes of it. */
function textOf(document) {
  let text;
  try {
    text = JSON.stringify(document);
  } catch (error) {
    throw failure('type-mismatch', `the document cannot be JSON: ${error.message.split('\n')[0]}`);
  }
  if (text === undefined) throw mismatch('a document', 'an object', document);
  return text;
}

/** Raw documents as a Buffer on the same memory. */
function bytesOf(document) {
  if (Buffer.isBuffer(document)) return document;
  if (typeof document === 'string') return Buffer.from(document);
  if (!(document instanceof Uint8Array)) throw mismatch('a raw document', 'a Uint8Array or a string', document);
  return Buffer.from(document.buffer, document.byteOffset, document.length);
}

function scanned(options) {
  checkOptions(options, ['where', 'fields']);
  const { where = [], fields } = options;
  return { where: texts('where', [where].flat()), fields: fields && texts('fields', fields) };
}

function texts(name, items) {
  if (Array.isArray(items) && items.every((item) => typeof item === 'string')) return items;
  throw failure('type-mismatch', `the option ${name} is strings in an array`);
}
