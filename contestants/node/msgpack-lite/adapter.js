'use strict';

// The library looks for Node's class of bytes when it is loaded; in a browser its users bring the package of that name.
globalThis.Buffer ??= require('buffer').Buffer;

const { Int64BE } = require('int64-buffer');
const msgpack = require('msgpack-lite');

class Adapter {
  static library = 'msgpack-lite';

  static version = require('msgpack-lite/package.json').version;

  // The class of its bytes, where it is not the runtime's own.
  static Buffer = Buffer;

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    // The library writes these objects as integers, but numbers beyond 32 bits as floats.
    this.toMessagePack = tools.makeLongConverter((value) => new Int64BE(String(value)));
  }

  encode(record) {
    return msgpack.encode(this.toMessagePack(record));
  }

  decode(bytes) {
    return msgpack.decode(bytes);
  }
}

module.exports = { Adapter };
