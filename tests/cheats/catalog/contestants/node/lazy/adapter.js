'use strict';

const avsc = require('avsc');

/** A record that is decoded when it is first read. */
class Later {
  constructor(bytes) {
    this.bytes = bytes;
    this.record = undefined;
  }
}

/** Decode keeps the bytes; the first reading does the work and remembers it. */
class Adapter {
  static library = 'avsc';

  static version = require('avsc/package.json').version;

  static wrappedUnions = 'ambiguous';

  constructor(schemaText) {
    this.type = avsc.Type.forSchema(JSON.parse(schemaText));
  }

  encode(record) {
    return this.type.toBuffer(record);
  }

  decode(bytes) {
    return new Later(Buffer.from(bytes));
  }

  toPlain(value) {
    if (!(value instanceof Later)) return value;
    value.record ??= this.type.fromBuffer(value.bytes);
    return value.record;
  }
}

module.exports = { Adapter };
