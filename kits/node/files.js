'use strict';

/** @import { SchemaType } from './schema' */
/** @import { Convert, Value } from './types' */

// The files that requests name. One that is wrong is `bad_input`, with its key or path in the message.

const { KitError, inRecord, messageOf } = require('./errors');
const { splitFrames, splitLines } = require('./frames');
const host = require('./host');
const { readSchema } = require('./schema');

/**
 * @param {string} path
 * @param {string} key of the request
 * @returns {Uint8Array}
 */
function readFile(path, key) {
  try {
    return host.readFile(path);
  } catch (error) {
    throw new KitError('bad_input', `${key}: ${messageOf(error)}`);
  }
}

/**
 * @param {string} path
 * @param {string} key of the request
 * @returns {string}
 */
function readText(path, key) {
  return decodeText(readFile(path, key), key, path);
}

/**
 * @param {{schema: string, resolved: string}} files of the `load` request
 * @returns {{schemaText: string, type: SchemaType}} the schema for libraries, and for the kit
 */
function readSchemas({ schema, resolved }) {
  const schemaText = readText(schema, 'schema');
  wrongFile('schema', schema, () => JSON.parse(schemaText));
  const table = readText(resolved, 'resolved');
  return { schemaText, type: wrongFile('resolved', resolved, () => readSchema(table)) };
}

/**
 * @param {string} path the request's key `output`
 * @param {Uint8Array} content
 */
function writeFile(path, content) {
  try {
    host.writeFile(path, content);
  } catch (error) {
    throw new KitError('bad_input', `output: ${messageOf(error)}`);
  }
}

/**
 * @param {string} path of canonical JSON lines
 * @param {number} count how many there must be
 * @param {Convert} read one, parsed from JSON, into a plain value
 * @returns {Value[]} plain values
 */
function readRecords(path, count, read) {
  const lines = splitLines(readFile(path, 'records'));
  if (lines.length !== count) {
    throw new KitError('bad_input', `records: ${lines.length} lines instead of ${count} in ${path}`);
  }
  return lines.map((line, index) => {
    const text = decodeText(line, 'records', path);
    try {
      return read(JSON.parse(text));
    } catch (error) {
      throw new KitError('bad_input', `records: ${inRecord(index, error)} in ${path}`);
    }
  });
}

/**
 * @param {string} path of framed bytes
 * @param {number} count how many frames there must be
 * @returns {Uint8Array[]}
 */
function readInputs(path, count) {
  const framed = readFile(path, 'encoded');
  const inputs = wrongFile('encoded', path, () => splitFrames(framed));
  if (inputs.length !== count) {
    throw new KitError('bad_input', `encoded: ${inputs.length} frames instead of ${count} in ${path}`);
  }
  return inputs;
}

/**
 * @template T
 * @param {string} key of the request
 * @param {string} path
 * @param {() => T} call what reads the file's content
 * @returns {T} what it gives
 * @throws {KitError} `bad_input` where it throws
 */
function wrongFile(key, path, call) {
  try {
    return call();
  } catch (error) {
    throw new KitError('bad_input', `${key}: ${messageOf(error)} in ${path}`);
  }
}

/** @type {(bytes: Uint8Array, key: string, path: string) => string} */
function decodeText(bytes, key, path) {
  return wrongFile(key, path, () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

module.exports = { readFile, readInputs, readRecords, readSchemas, writeFile };
