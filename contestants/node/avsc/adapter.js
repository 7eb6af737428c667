'use strict';

const { adapter } = require('assay-kit/avsc');
const avsc = require('avsc');

// avsc encodes into one scratch buffer and copies the result out. A record beyond the scratch buffer's size, 1 KB at
// first, is encoded twice; avsc's documentation advises a larger one at startup.
const SCRATCH_BYTES = 1 << 16;

class Adapter extends adapter(avsc) {
  static library = 'avsc';

  static version = require('avsc/package.json').version;

  // The class of its bytes, where it is not the runtime's own.
  static Buffer = require('buffer').Buffer;

  /** @param {string} schemaText an Avro schema, JSON */
  constructor(schemaText) {
    avsc.Type.__reset(SCRATCH_BYTES);
    super(schemaText);
  }

  configure(settings, makeCodec) {
    super.configure(settings);
    const { compression } = settings;
    const { compress, decompress } = makeCodec(require('snappy'));
    this.encoding.codecs = { [compression]: compress };
    this.decoding = { codecs: { [compression]: decompress } };
  }
}

module.exports = { Adapter };
