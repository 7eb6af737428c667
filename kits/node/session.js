'use strict';

const fs = require('node:fs');
const util = require('node:util');
const { makeReader } = require('./canonical_reader');
const { makeWriter } = require('./canonical_writer');
const { KitError, inRecord } = require('./errors');
const { joinFrames, splitFrames } = require('./frames');
const { splitLines } = require('./lines');
const { STRETCHES } = require('./loops');
const { parseSchema } = require('./schema');
const { replaceInPlace } = require('./swap');

const OPERATIONS = ['encode', 'decode'];

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
   * @param {{schema: string, records: string, encoded: string|null, count: number}} files the `load` request
   * @throws {KitError} `bad_input` for a file that is wrong; whatever the adapter throws
   */
  constructor(Adapter, files) {
    const schemaText = decodeText(readFile(files.schema, 'schema'), 'schema', files.schema);
    const type = wrongFile('schema', files.schema, () => parseSchema(schemaText));
    this.read = makeReader(type);
    this.write = makeWriter(type);
    this.operations = operationsOf(Adapter);
    const start = process.hrtime.bigint();
    this.adapter = new Adapter(schemaText);
    this.setupNs = Number(process.hrtime.bigint() - start);
    /** Nanoseconds of a pass of each operation, from the batch before. */
    this.passNs = {};
    const { records, inputs } = this.readSet(files);
    this.records = records;
    this.inputs = inputs;
  }

  /**
   * Replaces the record set in place.
   *
   * @param {{records: string, encoded: string|null, count: number}} files the `swap` request
   */
  swap(files) {
    if (files.count !== this.records.length) {
      throw new KitError('bad_input', `count is ${files.count}, but ${this.records.length} records are loaded`);
    }
    const { records, inputs } = this.readSet(files);
    for (let i = 0; i < records.length; i++) {
      this.records[i] = replaceInPlace(this.records[i], records[i]);
      if (inputs !== null) this.inputs[i] = replaceInPlace(this.inputs[i], inputs[i]);
    }
  }

  readSet(files) {
    const lines = splitLines(readFile(files.records, 'records'));
    if (lines.length !== files.count) {
      throw new KitError('bad_input', `records: ${lines.length} lines instead of ${files.count} in ${files.records}`);
    }
    const plain = lines.map((line, index) => {
      const text = decodeText(line, 'records', files.records);
      try {
        return this.read(JSON.parse(text));
      } catch (error) {
        throw new KitError('bad_input', `records: ${inRecord(index, error)} in ${files.records}`);
      }
    });
    const { adapter } = this;
    const records = adapter.fromPlain ? plain.map((value) => adapter.fromPlain(value)) : plain;
    return { records, inputs: this.makeInputs(files, records) };
  }

  // What decode reads: null where the contestant does not decode.
  makeInputs(files, records) {
    if (files.encoded !== null) {
      const framed = readFile(files.encoded, 'encoded');
      const inputs = wrongFile('encoded', files.encoded, () => splitFrames(framed));
      if (inputs.length !== records.length) {
        const message = `encoded: ${inputs.length} frames instead of ${records.length} in ${files.encoded}`;
        throw new KitError('bad_input', message);
      }
      return inputs;
    }
    if (!this.operations.includes('decode')) return null;
    if (!this.operations.includes('encode')) {
      throw new KitError('bad_input', 'encoded is null, and the contestant does not encode');
    }
    return records.map((record) => Buffer.from(checkBytes(this.adapter.encode(record))));
  }

  /**
   * What an operation goes over.
   *
   * @param {string} operation
   * @returns {Array} domain values for encode, Buffers for decode
   */
  itemsOf(operation) {
    return operation === 'encode' ? this.records : this.inputs;
  }

  /**
   * @param {*} value a domain value
   * @returns {string} its canonical JSON text
   */
  canonicalText(value) {
    const { adapter } = this;
    return this.write(adapter.toPlain ? adapter.toPlain(value) : value);
  }

  /**
   * @param {string} operation
   * @param {*} output
   * @returns {Uint8Array} what a digest of the output goes over
   */
  outputBytes(operation, output) {
    return operation === 'encode' ? checkBytes(output) : Buffer.from(this.canonicalText(output));
  }

  /**
   * Does an operation once for every record and writes what it made. All outputs are held before the first is
   * written, so that one which is not the caller's own shows itself.
   *
   * @param {string} operation
   * @param {string} path
   */
  prove(operation, path) {
    const items = this.itemsOf(operation);
    const stretch = STRETCHES[operation];
    const outputs = items.map((_, i) => naming(i, () => stretch(this.adapter, items, i, i + 1)));
    const bytes = outputs.map((output, i) => naming(i, () => this.outputBytes(operation, output)));
    const content = operation === 'encode' ? joinFrames(bytes) : joinLines(bytes);
    try {
      fs.writeFileSync(path, content);
    } catch (error) {
      throw new KitError('bad_input', `output: ${error.message}`);
    }
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

function joinLines(texts) {
  const end = Buffer.from('\n');
  return Buffer.concat(texts.flatMap((text) => [text, end]));
}

function checkBytes(output) {
  if (!util.types.isUint8Array(output)) {
    throw new Error(`encode handed over ${util.inspect(output, { depth: 0 })}, not a Buffer or Uint8Array`);
  }
  return output;
}

function readFile(path, key) {
  try {
    return fs.readFileSync(path);
  } catch (error) {
    throw new KitError('bad_input', `${key}: ${error.message}`);
  }
}

function decodeText(bytes, key, path) {
  return wrongFile(key, path, () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

function wrongFile(key, path, call) {
  try {
    return call();
  } catch (error) {
    throw new KitError('bad_input', `${key}: ${error.message} in ${path}`);
  }
}

module.exports = { Session, operationsOf };
