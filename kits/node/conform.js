'use strict';

/** @import { Adapter, AdapterClass, ConformReply, ConformRequest, Value } from './types' */

// The request `conform`: one row of a format's conformance, outside any record set (docs/contract.md).

const { makeReader } = require('./canonical_reader');
const { makeWriter } = require('./canonical_writer');
const { KitError, messageOf } = require('./errors');
const host = require('./host');
const { readSchema } = require('./schema');
const { toolsFor } = require('./tools');
const { unionWrapper } = require('./wrapped_unions');

/** What a row asks, with the adapter for its schema. Whatever the library throws is its refusal. */
class Row {
  /**
   * @param {AdapterClass} Adapter
   * @param {ConformRequest} request
   */
  constructor(Adapter, request) {
    this.request = request;
    try {
      this.type = readSchema(request.resolved);
    } catch (error) {
      throw new KitError('bad_input', `resolved: ${messageOf(error)}`);
    }
    this.unions = unionWrapper(this.type, Adapter.wrappedUnions ?? 'none');
    const { type } = this;
    /** @type {Adapter} */
    this.adapter = library(() => new Adapter(request.schema, toolsFor(type)));
  }

  get bytes() {
    return host.fromHex(this.request.input);
  }

  get value() {
    let plain;
    try {
      plain = this.unions.wrap(makeReader(this.type)(JSON.parse(this.request.input)));
    } catch (error) {
      throw new KitError('bad_input', `input: ${messageOf(error)}`);
    }
    return this.adapter.fromPlain ? this.adapter.fromPlain(plain) : plain;
  }

  /** @type {(values: Value[]) => ConformReply} the canonical texts of domain values */
  values(values) {
    const { adapter, unions, type } = this;
    const write = makeWriter(type);
    try {
      const text = (/** @type {Value} */ value) =>
        write(unions.unwrap(adapter.toPlain ? adapter.toPlain(value) : value));
      return { found: values.slice(0, this.request.texts).map(text) };
    } catch (error) {
      return { found: [], misfit: messageOf(error) };
    }
  }

  /** @param {Function} read the adapter's */
  async read(read) {
    const { adapter, request } = this;
    const { settings } = request;
    if (settings === null) throw new KitError('bad_input', 'missing key "settings"');
    adapter.configure?.(settings, (snappy) => host.makeCodec(settings, snappy));
    /** @type {Value[]} */
    const kept = [];
    await read(this.bytes, (/** @type {Value} */ record) => {
      if (kept.length < request.texts) kept.push(record);
    });
    return this.values(kept);
  }
}

/**
 * By the word for what is asked: the adapter's method for it, and what is done with that.
 *
 * @type {{[ask: string]: [method: string, answer: (row: Row, call: Function) => ConformReply | Promise<ConformReply>]}}
 */
const ASKS = {
  parse: ['constructor', ({ adapter }) => ({ found: adapter.canonical ? [adapter.canonical()] : [] })],
  decode: ['decode', (row, decode) => row.values([decode(row.bytes)])],
  encode: ['encode', (row, encode) => ({ found: [host.toHex(encode(row.value))] })],
  read: ['read', (row, read) => row.read(read)],
  resolve: ['resolve', (row, resolve) => row.values([resolve(row.request.writer, row.bytes)])],
  'from-json': ['fromJson', (row, fromJson) => row.values([fromJson(row.request.input)])],
  'to-json': ['toJson', (row, toJson) => ({ found: [toJson(row.value)] })],
  'single-object': ['singleObject', (row, singleObject) => row.values([singleObject(row.bytes)])],
};

/**
 * @param {AdapterClass} Adapter
 * @param {ConformRequest} request
 * @returns {Promise<ConformReply>} what the library finds
 * @throws {KitError} `unsupported` for what it, or the kit, does not have
 */
async function conform(Adapter, request) {
  if (!Object.hasOwn(ASKS, request.ask)) throw new KitError('unsupported', `the kit does not ask "${request.ask}"`);
  const [method, answer] = ASKS[request.ask];
  if (!(method in Adapter.prototype)) throw new KitError('unsupported', `the contestant has no ${method}`);
  const row = new Row(Adapter, request);
  return answer(row, /** @type {Value} */ (row.adapter)[method].bind(row.adapter));
}

/**
 * @template T
 * @param {() => T} make
 * @returns {T}
 * @throws {Error} of no kind: a schema that the library does not do is one that it refuses
 */
function library(make) {
  try {
    return make();
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
}

module.exports = { conform };
