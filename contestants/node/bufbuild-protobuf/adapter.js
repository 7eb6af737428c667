'use strict';

const { fromBinary, toBinary } = require('@bufbuild/protobuf');
const { ROOT, fromMessage, toMessage } = require('./messages.cjs');
const schemas = require('./schema_pb.js');

const Root = schemas[`${ROOT.slice(ROOT.lastIndexOf('.') + 1)}Schema`];

/** The domain value is a message that the library's `create` makes. */
class Adapter {
  static library = '@bufbuild/protobuf';

  static version = require('./node_modules/@bufbuild/protobuf/package.json').version;

  fromPlain(plain) {
    return toMessage(plain);
  }

  toPlain(message) {
    return fromMessage(message);
  }

  encode(message) {
    return toBinary(Root, message);
  }

  decode(bytes) {
    return fromBinary(Root, bytes);
  }
}

module.exports = { Adapter };
