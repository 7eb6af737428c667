'use strict';

const avsc = require('avsc');

const { BlockDecoder, BlockEncoder } = avsc.streams;

// avsc encodes into one scratch buffer and copies the result out. A record beyond the scratch buffer's size, 1 KB at
// first, is encoded twice; avsc's documentation advises a larger one at startup.
const SCRATCH_BYTES = 1 << 16;

class Adapter {
  static library = 'avsc';

  static version = require('avsc/package.json').version;

  // The class of its bytes, where it is not the runtime's own.
  static Buffer = require('buffer').Buffer;

  static wrappedUnions = 'ambiguous';

  /** @param {string} schemaText an Avro schema, JSON */
  constructor(schemaText) {
    avsc.Type.__reset(SCRATCH_BYTES);
    this.type = avsc.Type.forSchema(JSON.parse(schemaText));
  }

  configure(settings, makeCodec) {
    const { compression, block_bytes: blockSize } = settings;
    const { compress, decompress } = makeCodec(require('snappy'));
    this.encoding = { blockSize, writeHeader: 'always', codec: compression, codecs: { [compression]: compress } };
    this.decoding = { codecs: { [compression]: decompress } };
  }

  encode(record) {
    return this.type.toBuffer(record);
  }

  decode(bytes) {
    return this.type.fromBuffer(bytes);
  }

  write(records) {
    return new Promise((resolve, reject) => {
      const encoder = new BlockEncoder(this.type, this.encoding);
      const chunks = [];
      encoder.on('data', (chunk) => chunks.push(chunk));
      encoder.on('end', () => resolve(Buffer.concat(chunks)));
      encoder.on('error', reject);
      let next = 0;
      // Writes until the encoder has enough for now, as streams want it.
      const fill = () => {
        while (next < records.length && encoder.write(records[next++]));
        if (next === records.length) encoder.end();
      };
      encoder.on('drain', fill);
      fill();
    });
  }

  read(bytes, take) {
    return new Promise((resolve, reject) => {
      const decoder = new BlockDecoder(this.decoding);
      decoder.on('data', take).on('end', resolve).on('error', reject);
      decoder.end(bytes);
    });
  }

  canonical() {
    return JSON.stringify(this.type.schema());
  }

  resolve(writer, bytes) {
    const resolver = this.type.createResolver(avsc.Type.forSchema(JSON.parse(writer)));
    return this.type.fromBuffer(bytes, resolver);
  }

  fromJson(text) {
    return this.type.fromString(text);
  }

  toJson(record) {
    return this.type.toString(record);
  }
}

module.exports = { Adapter };
