'use strict';

const ByteBuffer = require('bytebuffer');
// What the package's main file loads, by a path that no bundler can follow.
const PSON = require('pson/dist/PSON.js');

const { Long } = ByteBuffer;

// PSON keeps no more than 32 bits of a number without fraction; longer ones are Long objects, which it knows.
const isShort = (value) => typeof value === 'number' && value === (value | 0);
const toLong = (value) => (typeof value === 'number' ? Long.fromNumber(value) : Long.fromString(String(value)));

function fromLong(value) {
  if (typeof value === 'number') return value;
  const number = value.toNumber();
  return Number.isSafeInteger(number) ? number : BigInt(value.toString());
}

/** A pair with a static dictionary: the names of the schema's fields and its symbols, which both sides know. */
class Adapter {
  static library = 'pson';

  static version = require('pson/package.json').version;

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    const { copyBytes, makeConverter, makeLongConverter } = tools;
    this.pair = new PSON.StaticPair(wordsOf(JSON.parse(schemaText)));
    const fromBytes = (held) => copyBytes(new Uint8Array(held.toArrayBuffer()));
    const bytes = { convert: fromBytes, test: (value) => value instanceof ByteBuffer };
    const long = { convert: fromLong, test: (value) => value instanceof Long };
    this.toPson = makeLongConverter(toLong, isShort);
    this.fromPson = makeConverter({ long, bytes, fixed: bytes }, true);
  }

  encode(record) {
    const bytes = this.pair.toBuffer(this.toPson(record));
    // Without Node's Buffer, the library gives an ArrayBuffer.
    return bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
  }

  decode(bytes) {
    return this.fromPson(this.pair.decode(bytes));
  }
}

function wordsOf(schema, words = new Set()) {
  if (schema === null || typeof schema !== 'object') return [];
  for (const field of schema.fields ?? []) words.add(field.name);
  for (const symbol of schema.symbols ?? []) words.add(symbol);
  for (const inner of Object.values(schema)) wordsOf(inner, words);
  return [...words];
}

module.exports = { Adapter };
