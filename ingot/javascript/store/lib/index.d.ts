/** When commits are synced: by `flush` only, or each. */
export type Sync = 'on-flush' | 'each-commit';

/** What kind of thing is wrong: the same word in every language. `closed` is JavaScript's own. */
export type StoreErrorCode =
  | 'io'
  | 'locked'
  | 'missing'
  | 'version'
  | 'name-invalid'
  | 'document-invalid'
  | 'key-different'
  | 'limit'
  | 'damaged'
  | 'read-only'
  | 'open'
  | 'stopped'
  | 'type-mismatch'
  | 'archive-invalid'
  | 'condition-invalid'
  | 'closed';

/** Every error that this package throws: one line in `message`. */
export interface StoreError extends Error {
  code: StoreErrorCode;
}

export interface StoreOptions {
  /** For reading only: then nothing is written, and any number of processes may. By default false. */
  readOnly?: boolean;
  /** By default `'on-flush'`. */
  sync?: Sync;
  /** The field that has the key of documents, of collections that are made; by default `'id'`. */
  key?: string;
}

export interface ScanOptions {
  /** Conditions that all hold, such as `'age >= 30'`, `'name == "Ada"'` or `'metadata.source != "web"'`. */
  where?: string | readonly string[];
  /** The fields at the top that are wanted; those that a document does not have are left out. By default all. */
  fields?: readonly string[];
}

export interface Stats {
  documents: number;
  /** Entries of the log. */
  entries: number;
  /** Compactions so far, and one. */
  generation: number;
  /** Bytes of documents, of those that were replaced, and of deletions. */
  lineBytes: number;
  logBytes: number;
  indexBytes: number;
  /** Segments of the index. */
  segments: number;
  /** Entries that are in no segment. */
  recent: number;
  /** Whether all commits are known to survive the end of the machine. */
  durable: boolean;
  /** Why the last segment could not be written, if so. */
  indexError?: string;
}

export interface Verified {
  documents: number;
  /** Lines whose checksums were computed: documents, those that were replaced, and deletions. */
  lines: number;
  /** Commits in the log that do not count, left by a crash of the machine. */
  brokenCommits: number;
  /** Bytes behind the last commit that counts. */
  uncountedBytes: number;
  /** Segments of the index with wrong checksums: answers are right, but slow. */
  tornSegments: number;
}

export interface Repaired {
  documents: number;
  /** Whether the log was whole, so that checksums of lines were known. */
  logWasWhole: boolean;
  /** The lines that were left out: where they begin, their bytes, and why. */
  lost: { offset: number; length: number; reason: string }[];
}

/** Collections of documents in a folder. */
export class Store {
  private constructor();
  /** Opens the store in a folder, and makes both where they are not there. Throws `locked` if another process writes. */
  static open(folder: string | URL, options?: StoreOptions): Store;
  readonly folder: string;
  /** The names of the collections, sorted. */
  collections(): string[];
  /** A collection, which is made where it is not there: the same object each time, until it is closed. */
  collection<T extends object = any>(name: string, options?: { key?: string }): Collection<T>;
  /** A collection as of its last commit, for reading only: another object each time. */
  reader<T extends object = any>(name: string): Collection<T>;
  /** Makes log and index of a collection again, of its lines. The collection must not be open. */
  repair(name: string): Repaired;
  /** Closes the store and all of its collections; what was not committed is gone. Closing again does nothing. */
  close(): void;
  [Symbol.dispose](): void;
}

/** Documents under string keys. */
export class Collection<T extends object = any> implements Iterable<[string, T]> {
  private constructor();
  readonly name: string;
  /** The field that has the key of a document. */
  readonly keyField: string;
  /** Number of documents. */
  readonly size: number;

  /** The document of a key, by JSON.parse. */
  get(key: string): T | undefined;
  /** The bytes of a key's document, which may be a part of a larger piece of memory. */
  getRaw(key: string): Buffer | undefined;
  /** The documents of keys, in their order. */
  getMany(keys: Iterable<string>): (T | undefined)[];
  has(key: string): boolean;
  /** The document at a position in the order of writing, counted from 0, or below zero from the end. */
  at(position: number): T | undefined;
  rawAt(position: number): Buffer | undefined;

  /** The documents that are there now, in the order of writing, whatever is written meanwhile. */
  values(): IterableIterator<T>;
  raw(): IterableIterator<Buffer>;
  keys(): IterableIterator<string>;
  entries(): IterableIterator<[string, T]>;
  [Symbol.iterator](): IterableIterator<[string, T]>;
  /** The documents that fulfil conditions, or fields of them. */
  scan(options?: ScanOptions): IterableIterator<T>;
  scanRaw(options?: Pick<ScanOptions, 'where'>): IterableIterator<Buffer>;

  /** Puts what JSON.stringify makes of a document. Its key field, if it has one, must have this key. */
  put(key: string, document: T): void;
  /** Puts JSON text as it is. */
  putRaw(key: string, document: Uint8Array | string): void;
  /** Puts a document under the key that is in it, which is returned. */
  add(document: T): string;
  /** Puts all of the documents or, with an error, none. */
  putMany(pairs: Iterable<readonly [string, T]>): void;
  putManyRaw(pairs: Iterable<readonly [string, Uint8Array | string]>): void;
  /** Deletes the document of a key; returns whether there was one. */
  delete(key: string): boolean;
  /** What was written since the last commit survives the end of the process now, all of it or nothing. */
  commit(): void;
  /** Commits; all commits survive the end of the machine now. */
  flush(): void;
  /** Takes back what was written since the last commit. */
  rollBack(): void;

  /** Leaves out what was replaced or deleted: writes all documents again. */
  compact(): void;
  /** Reads every line; throws `damaged` for the first thing that is not what was written. */
  verify(): Verified;
  /** Writes the documents into a store in another folder, which is made. */
  snapshot(folder: string): void;
  /** For reading only: sees what was committed since it was opened. */
  refresh(): void;
  stats(): Stats;
  /** What was not committed is gone. Closing again does nothing. */
  close(): void;
  [Symbol.dispose](): void;
}
