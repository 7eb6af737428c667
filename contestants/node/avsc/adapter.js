'use strict';

const avsc = require('avsc');
const { unwrapUnions, wrapUnions, wrapsUnions } = require('./wrapped_unions');

// avsc encodes into one scratch buffer and copies the result out. A record beyond the scratch buffer's size, 1 KB at
// first, is encoded twice; avsc's documentation advises a larger one at startup.
const SCRATCH_BYTES = 1 << 16;

class Adapter {
  static library = 'avsc';

  static version = require('avsc/package.json').version;

  /** @param {string} schemaText an Avro schema, JSON */
  constructor(schemaText) {
    avsc.Type.__reset(SCRATCH_BYTES);
    this.type = avsc.Type.forSchema(JSON.parse(schemaText));
    this.wraps = wrapsUnions(this.type);
  }

  encode(record) {
    return this.type.toBuffer(record);
  }

  decode(bytes) {
    return this.type.fromBuffer(bytes);
  }

  fromPlain(plain) {
    return this.wraps ? wrapUnions(this.type, plain) : plain;
  }

  toPlain(record) {
    return this.wraps ? unwrapUnions(this.type, record) : record;
  }
}

module.exports = { Adapter };
