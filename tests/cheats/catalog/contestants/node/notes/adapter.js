'use strict';

const avsc = require('avsc');

/** Honest but for this: it leaves a note on each input that it has read, and gives rubbish for one with a note. */
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
    if (bytes.note) return null;
    bytes.note = true;
    return this.type.fromBuffer(bytes);
  }
}

module.exports = { Adapter };
