'use strict';

const { Decoder, Encoder } = require('@msgpack/msgpack');

/** One encoder and one decoder, kept, as the library's documentation advises. */
class Adapter {
  static library = '@msgpack/msgpack';

  static version = require('@msgpack/msgpack/package.json').version;

  constructor() {
    this.encoder = new Encoder();
    this.decoder = new Decoder();
  }

  encode(record) {
    return this.encoder.encode(record);
  }

  decode(bytes) {
    return this.decoder.decode(bytes);
  }
}

module.exports = { Adapter };
