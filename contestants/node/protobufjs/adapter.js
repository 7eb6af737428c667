'use strict';

const protobuf = require('protobufjs');
const { PROTO, ROOT, fromMessage, toMessage } = require('./messages.cjs');

/** The domain value is what the library takes for a message: a plain object, all of one shape; it gives its own class. */
class Adapter {
  static library = 'protobufjs';

  static version = require('protobufjs/package.json').version;

  constructor() {
    this.type = protobuf.parse(PROTO, { keepCase: true }).root.lookupType(ROOT).setup();
  }

  fromPlain(plain) {
    return toMessage(plain);
  }

  toPlain(message) {
    return fromMessage(message);
  }

  encode(message) {
    return this.type.encode(message).finish();
  }

  decode(bytes) {
    return this.type.decode(bytes);
  }
}

module.exports = { Adapter };
