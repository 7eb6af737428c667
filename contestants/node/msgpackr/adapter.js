'use strict';

const { Packr } = require('msgpackr');

// Maps that any MessagePack library reads, instead of msgpackr's extension for records; bytes are copied out of the
// input, and long integers beyond 2^53 are bigints, as the kit's plain values have them.
const OPTIONS = { useRecords: false, copyBuffers: true, int64AsType: 'auto' };

class Adapter {
  static library = 'msgpackr';

  static version = require('./node_modules/msgpackr/package.json').version;

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    this.packr = new Packr(OPTIONS);
    // The library writes bigints as integers, but numbers beyond 32 bits as floats.
    this.toMessagePack = tools.makeLongConverter(BigInt);
  }

  encode(record) {
    return this.packr.pack(this.toMessagePack(record));
  }

  decode(bytes) {
    return this.packr.unpack(bytes);
  }
}

module.exports = { Adapter };
