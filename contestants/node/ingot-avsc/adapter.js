'use strict';

const avsc = require('ingot/avsc');

const { BlockDecoder, BlockEncoder } = avsc.streams;

class Adapter {
  static library = 'ingot';

  static version = require('ingot/package.json').version;

  static wrappedUnions = 'ambiguous';

  /** @param {string} schemaText an Avro schema, JSON */
  constructor(schemaText) {
    this.type = avsc.Type.forSchema(JSON.parse(schemaText));
  }

  configure({ compression: codec, block_bytes: blockSize }) {
    this.encoding = { blockSize, writeHeader: 'always', codec };
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
      const decoder = new BlockDecoder();
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
