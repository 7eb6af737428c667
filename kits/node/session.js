'use strict';

/** @import { Adapter, AdapterClass, Decoder, Encoder, FieldReader, Files, LoadFiles, Operation, RecordOperation, Value } from './types' */

const { makeReader } = require('./canonical_reader');
const { makeWriter } = require('./canonical_writer');
const { KitError, inRecord, isUnsupported } = require('./errors');
const { readFile, readInputs, readRecords, readSchemas, writeFile } = require('./files');
const { joinFrames, joinLines } = require('./frames');
const host = require('./host');
const { isOnContainers, operationsOf } = require('./operations');
const { digitsOf, makeFieldReader } = require('./reading');
const { replaceInPlace } = require('./swap');
const { toolsFor } = require('./tools');
const { unionWrapper } = require('./wrapped_unions');

/**
 * One loaded record set and the adapter for its schema.
 */
class Session {
  /**
   * @param {AdapterClass} Adapter
   * @param {LoadFiles} files the `load` request
   * @throws {KitError} `bad_input` for a file that is wrong; whatever the adapter throws
   */
  constructor(Adapter, files) {
    const { schemaText, type } = readSchemas(files);
    this.read = makeReader(type);
    this.type = type;
    this.write = makeWriter(type);
    this.readPlain = makeFieldReader(type);
    this.unions = unionWrapper(type, Adapter.wrappedUnions ?? 'none');
    this.operations = operationsOf(Adapter.prototype);
    const { settings } = files;
    this.settings = settings;
    const tools = toolsFor(type);
    const start = host.now();
    this.adapter = new Adapter(schemaText, tools);
    if (settings !== null && this.adapter.configure) {
      this.adapter.configure(settings, (snappy) => host.makeCodec(settings, snappy));
    }
    this.setupNs = Number(host.now() - start);
    /**
     * Nanoseconds of a pass of each operation, from the batch before; and with what was done while the watch stood still.
     *
     * @type {Map<Operation, {passNs: number, wholePassNs: number}>}
     */
    this.lastBatch = new Map();
    const { records, inputs, container } = this.readSet(files);
    this.records = records;
    this.inputs = inputs;
    /** The inputs of a timed pass, new objects before each. */
    this.newInputs = inputs === null ? null : [...inputs];
    /** What read reads: null where no container is asked for. */
    this.container = container;
  }

  /**
   * Replaces the record set in place.
   *
   * @param {Files} files the `swap` request
   */
  swap(files) {
    if (files.count !== this.records.length) {
      throw new KitError('bad_input', `count is ${files.count}, but ${this.records.length} records are loaded`);
    }
    const { records, inputs, container } = this.readSet(files);
    this.container = replaceInPlace(this.container, container);
    for (let i = 0; i < records.length; i++) {
      this.records[i] = replaceInPlace(this.records[i], records[i]);
      if (this.inputs !== null && inputs !== null) this.inputs[i] = replaceInPlace(this.inputs[i], inputs[i]);
    }
  }

  /** @param {Files} files */
  readSet(files) {
    const plain = readRecords(files.records, files.count, this.read);
    const { adapter } = this;
    const wrapped = plain.map(this.unions.wrap);
    const records = wrapped.map((value) => (adapter.fromPlain ? adapter.fromPlain(value) : value));
    const container = files.container === null ? null : readFile(files.container, 'container');
    return { records, inputs: this.makeInputs(files, records), container };
  }

  /** @type {(files: Files, records: Value[]) => Uint8Array[]|null} what is decoded; null where the contestant cannot */
  makeInputs(files, records) {
    if (files.encoded !== null) return readInputs(files.encoded, records.length);
    const { adapter } = this;
    if (!adapter.decode) return null;
    if (!adapter.encode) throw new KitError('bad_input', 'encoded is null, and the contestant does not encode');
    return records.map((record) => host.copyBytes(checkBytes(/** @type {Encoder} */ (adapter).encode(record))));
  }

  /**
   * @param {string} name
   * @returns {Operation}
   * @throws {KitError} `unsupported` where the contestant has it not, or it needs a container and none was asked for
   */
  operation(name) {
    const found = this.operations.find((operation) => operation.name === name);
    if (found === undefined) {
      throw new KitError('unsupported', `the contestant has no operation ${JSON.stringify(name)}`);
    }
    const lacking = isOnContainers(found) && this.settings === null;
    if (lacking || (found.takes === 'container' && this.container === null)) {
      throw new KitError('unsupported', `${name}: no container was asked for when the records were loaded`);
    }
    return found;
  }

  /**
   * What an operation on single records goes over. They are the same objects each time, before a swap and after it, so
   * that who remembers outputs by its inputs gives itself away.
   *
   * @param {Operation} operation
   * @returns {Value[]} domain values, or bytes
   */
  itemsOf(operation) {
    return operation.takes === 'records' ? this.records : (this.inputs ?? []);
  }

  /**
   * The same for a pass that is timed. Inputs are new objects, as messages are that come in: some
   * libraries keep a DataView on each Buffer that they have read, and would find it there again.
   *
   * @param {Operation} operation
   * @returns {Value[]} domain values, or bytes
   */
  newItemsOf(operation) {
    const { inputs, newInputs } = this;
    if (operation.takes !== 'encoded' || inputs === null || newInputs === null) return this.itemsOf(operation);
    for (let i = 0; i < inputs.length; i++) newInputs[i] = inputs[i].subarray();
    return newInputs;
  }

  /**
   * @param {Value} value a domain value
   * @returns {string} its canonical JSON text
   */
  canonicalText(value) {
    return this.write(this.plainOf(value));
  }

  /**
   * @param {Value} value a domain value
   * @returns {Value} the plain value
   */
  plainOf(value) {
    const { adapter } = this;
    return this.unions.unwrap(adapter.toPlain ? adapter.toPlain(value) : value);
  }

  /**
   * @param {Value} value a domain value
   * @returns {number} depends on every field, so each has been read
   */
  readFields(value) {
    return this.readPlain(this.plainOf(value));
  }

  /**
   * @param {RecordOperation} operation
   * @returns {Adapter|FieldReader} what its loop is done with
   */
  actorOf(operation) {
    const { adapter } = this;
    if (operation.gives !== 'readings') return adapter;
    return { adapter: /** @type {Decoder} */ (adapter), read: (/** @type {Value} */ value) => this.readFields(value) };
  }

  /**
   * @param {Operation} operation
   * @param {Value} output
   * @returns {Uint8Array} what a digest of the output goes over
   */
  outputBytes(operation, output) {
    if (operation.gives === 'values') return host.toBytes(this.canonicalText(output));
    if (operation.gives === 'readings') return host.toBytes(digitsOf(this.type, this.plainOf(output)));
    return checkBytes(output);
  }

  /**
   * Does an operation once for every record and writes what it made. All outputs are held before the first is
   * written, so that one which is not the caller's own shows itself.
   *
   * @param {Operation} operation
   * @param {string} path
   */
  async prove(operation, path) {
    const outputs = await this.outputsOf(operation);
    if (operation.gives === 'container') {
      writeFile(path, checkBytes(outputs[0]));
      return;
    }
    const bytes = outputs.map((output, i) => naming(i, () => this.outputBytes(operation, output)));
    writeFile(path, operation.gives === 'encoded' ? joinFrames(bytes) : joinLines(bytes));
  }

  /** @type {(operation: Operation) => Promise<Value[]>} */
  async outputsOf(operation) {
    if (isOnContainers(operation)) return operation.outputs(this, Infinity);
    const items = this.itemsOf(operation);
    const { stretch } = operation;
    const actor = this.actorOf(operation);
    return items.map((_, i) => naming(i, () => stretch(actor, items, i, i + 1)));
  }
}

/**
 * Adds the record's number to what is thrown.
 *
 * @template T
 * @param {number} index
 * @param {() => T} call
 * @returns {T}
 */
function naming(index, call) {
  try {
    return call();
  } catch (error) {
    const failed = new KitError(isUnsupported(error) ? 'unsupported' : 'failed', inRecord(index, error));
    failed.cause = error;
    throw failed;
  }
}

/**
 * @param {Value} output that is bytes
 * @returns {Uint8Array} itself
 * @throws {Error} where it is something else
 */
function checkBytes(output) {
  if (!host.isUint8Array(output)) {
    throw new Error(`the adapter handed over ${host.describe(output)}, not a Buffer or Uint8Array`);
  }
  return output;
}

module.exports = { Session, checkBytes };
