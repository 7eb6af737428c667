'use strict';

const { makeReader } = require('./canonical_reader');
const { makeWriter } = require('./canonical_writer');
const { readFirst } = require('./container_loops');
const { KitError, inRecord } = require('./errors');
const { readFile, readInputs, readRecords, readSchemas, writeFile } = require('./files');
const { joinFrames, joinLines } = require('./frames');
const host = require('./host');
const { STRETCHES } = require('./loops');
const { replaceInPlace } = require('./swap');
const { toolsFor } = require('./tools');
const { unionWrapper } = require('./wrapped_unions');

const OPERATIONS = ['encode', 'decode', 'write', 'read'];

/**
 * @param {Function} Adapter the contestant's class
 * @returns {string[]} the operations that it has
 */
function operationsOf(Adapter) {
  return OPERATIONS.filter((operation) => typeof Adapter.prototype[operation] === 'function');
}

/**
 * One loaded record set and the adapter for its schema.
 */
class Session {
  /**
   * @param {Function} Adapter
   * @param {{schema: string, resolved: string, records: string, encoded: string|null, container: string|null,
   *   settings: object|null, count: number}} files the `load` request
   * @throws {KitError} `bad_input` for a file that is wrong; whatever the adapter throws
   */
  constructor(Adapter, files) {
    const { schemaText, type } = readSchemas(files);
    this.read = makeReader(type);
    this.write = makeWriter(type);
    this.unions = unionWrapper(type, Adapter.wrappedUnions ?? 'none');
    this.operations = operationsOf(Adapter);
    this.settings = files.settings;
    const tools = toolsFor(type);
    const start = host.now();
    this.adapter = new Adapter(schemaText, tools);
    if (this.settings !== null && this.adapter.configure) {
      this.adapter.configure(this.settings, (snappy) => host.makeCodec(this.settings, snappy));
    }
    this.setupNs = Number(host.now() - start);
    /** Nanoseconds of a pass of each operation, from the batch before. */
    this.passNs = {};
    /** The same, with what was done while the watch stood still. */
    this.wholePassNs = {};
    const { records, inputs, container } = this.readSet(files);
    this.records = records;
    this.inputs = inputs;
    /** The inputs as those of a pass that is timed, made anew before each. */
    this.newInputs = inputs === null ? null : [...inputs];
    /** What read reads: null where no container is asked for. */
    this.container = container;
  }

  /**
   * Replaces the record set in place.
   *
   * @param {{records: string, encoded: string|null, container: string|null, count: number}} files the `swap` request
   */
  swap(files) {
    if (files.count !== this.records.length) {
      throw new KitError('bad_input', `count is ${files.count}, but ${this.records.length} records are loaded`);
    }
    const { records, inputs, container } = this.readSet(files);
    this.container = replaceInPlace(this.container, container);
    for (let i = 0; i < records.length; i++) {
      this.records[i] = replaceInPlace(this.records[i], records[i]);
      if (inputs !== null) this.inputs[i] = replaceInPlace(this.inputs[i], inputs[i]);
    }
  }

  readSet(files) {
    const plain = readRecords(files.records, files.count, this.read);
    const { adapter } = this;
    const wrapped = plain.map(this.unions.wrap);
    const records = adapter.fromPlain ? wrapped.map((value) => adapter.fromPlain(value)) : wrapped;
    const container = files.container === null ? null : readFile(files.container, 'container');
    return { records, inputs: this.makeInputs(files, records), container };
  }

  // What decode reads: null where the contestant does not decode.
  makeInputs(files, records) {
    if (files.encoded !== null) return readInputs(files.encoded, records.length);
    if (!this.operations.includes('decode')) return null;
    if (!this.operations.includes('encode')) {
      throw new KitError('bad_input', 'encoded is null, and the contestant does not encode');
    }
    return records.map((record) => host.copyBytes(checkBytes(this.adapter.encode(record))));
  }

  /**
   * @param {string} operation
   * @throws {KitError} `unsupported` where it needs a container and none was asked for
   */
  checkContainer(operation) {
    const lacking = (operation === 'write' || operation === 'read') && this.settings === null;
    if (lacking || (operation === 'read' && this.container === null)) {
      throw new KitError('unsupported', `${operation}: no container was asked for when the records were loaded`);
    }
  }

  /**
   * What an operation on single records goes over. They are the same objects each time, before a swap and after it, so
   * that who remembers outputs by its inputs gives itself away.
   *
   * @param {string} operation
   * @returns {Array} domain values for encode, bytes for decode
   */
  itemsOf(operation) {
    return operation === 'encode' ? this.records : this.inputs;
  }

  /**
   * The same for a pass that is timed. Inputs are objects that nobody has seen, as messages are that come in: some
   * libraries keep a DataView on each Buffer that they have read, and would find it there again.
   *
   * @param {string} operation
   * @returns {Array} domain values for encode, bytes for decode
   */
  newItemsOf(operation) {
    if (operation !== 'decode') return this.itemsOf(operation);
    for (let i = 0; i < this.inputs.length; i++) this.newInputs[i] = this.inputs[i].subarray();
    return this.newInputs;
  }

  /**
   * @param {*} value a domain value
   * @returns {string} its canonical JSON text
   */
  canonicalText(value) {
    const { adapter } = this;
    return this.write(this.unions.unwrap(adapter.toPlain ? adapter.toPlain(value) : value));
  }

  /**
   * @param {string} operation not `write`, whose outputs have no digest
   * @param {*} output
   * @returns {Uint8Array} what a digest of the output goes over
   */
  outputBytes(operation, output) {
    return operation === 'encode' ? checkBytes(output) : host.toBytes(this.canonicalText(output));
  }

  /**
   * Does an operation once for every record and writes what it made. All outputs are held before the first is
   * written, so that one which is not the caller's own shows itself.
   *
   * @param {string} operation
   * @param {string} path
   */
  async prove(operation, path) {
    if (operation === 'write') {
      writeFile(path, checkBytes(await this.adapter.write(this.records)));
      return;
    }
    const outputs = await this.outputsOf(operation);
    const bytes = outputs.map((output, i) => naming(i, () => this.outputBytes(operation, output)));
    writeFile(path, operation === 'encode' ? joinFrames(bytes) : joinLines(bytes));
  }

  async outputsOf(operation) {
    if (operation === 'read') return readFirst(this.adapter, this.container, this.records.length, Infinity);
    const items = this.itemsOf(operation);
    const stretch = STRETCHES[operation];
    return items.map((_, i) => naming(i, () => stretch(this.adapter, items, i, i + 1)));
  }
}

// Adds the record's number to what is thrown.
function naming(index, call) {
  try {
    return call();
  } catch (error) {
    const failed = new KitError(error?.kind === 'unsupported' ? 'unsupported' : 'failed', inRecord(index, error));
    failed.cause = error;
    throw failed;
  }
}

/**
 * @param {*} output of `encode` or `write`
 * @returns {Uint8Array} itself
 * @throws {Error} where it is something else
 */
function checkBytes(output) {
  if (!host.isUint8Array(output)) {
    throw new Error(`the adapter handed over ${host.describe(output)}, not a Buffer or Uint8Array`);
  }
  return output;
}

module.exports = { Session, checkBytes, operationsOf };
