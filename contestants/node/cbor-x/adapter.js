'use strict';

const { Encoder } = require('cbor-x');

// Maps that any CBOR library reads, instead of cbor-x's extension for records and without its tag for maps; bytes are
// copied out of the input.
const OPTIONS = {
  useRecords: false,
  mapsAsObjects: true,
  tagUint8Array: false,
  copyBuffers: true,
};

class Adapter {
  static library = 'cbor-x';

  static version = require('cbor-x/package.json').version;

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    this.encoder = new Encoder(OPTIONS);
    // The library writes bigints as integers, but numbers beyond 32 bits as floats.
    this.toCbor = tools.makeLongConverter(BigInt);
  }

  encode(record) {
    return this.encoder.encode(this.toCbor(record));
  }

  decode(bytes) {
    return this.encoder.decode(bytes);
  }
}

module.exports = { Adapter };
