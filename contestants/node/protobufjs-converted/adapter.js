'use strict';

const protobuf = require('protobufjs');
const { PROTO, ROOT, fromMessage, toMessage } = require('./messages.cjs');

/** The domain value is a plain object, made into one that the library takes for a message, and back, within the clock. */
class Adapter {
  static library = 'protobufjs';

  static version = require('protobufjs/package.json').version;

  constructor() {
    this.type = protobuf.parse(PROTO, { keepCase: true }).root.lookupType(ROOT).setup();
  }

  encode(record) {
    return this.type.encode(toMessage(record)).finish();
  }

  decode(bytes) {
    return fromMessage(this.type.decode(bytes));
  }
}

module.exports = { Adapter };
