'use strict';

const { deserialize, serialize } = require('bson');

// What the records hold: bytes as Buffers, and integers of 64 bits as bigints, for the library's own Long is neither.
const READING = { promoteBuffers: true, useBigInt64: true };

/** A record is a document: the library writes no other value. */
class Adapter {
  static library = 'bson';

  static version = require('./node_modules/bson/package.json').version;

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    // The library writes bigints as integers, but numbers beyond 32 bits, one of them for the sign, as doubles.
    this.toBson = tools.makeLongConverter(BigInt, (value) => typeof value === 'number' && value === (value | 0));
  }

  encode(record) {
    return serialize(this.toBson(record));
  }

  decode(bytes) {
    return deserialize(bytes, READING);
  }
}

module.exports = { Adapter };
