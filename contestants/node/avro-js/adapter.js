'use strict';

// The library uses Node's global class of bytes; in a browser its users bring the package of that name.
globalThis.Buffer ??= require('buffer').Buffer;

const avro = require('avro-js');

// There is no `write`: the library's BlockEncoder does not number its blocks, and so puts them into the file in another
// order than that of the records.
class Adapter {
  static library = 'avro-js';

  static version = require('avro-js/package.json').version;

  // The class of its bytes, where it is not the runtime's own.
  static Buffer = Buffer;

  static wrappedUnions = 'all';

  /** @param {string} schemaText an Avro schema, JSON */
  constructor(schemaText) {
    this.type = parsed(schemaText);
  }

  configure(settings, makeCodec) {
    const { decompress } = makeCodec(require('snappy'));
    this.decoding = { codecs: { [settings.compression]: decompress } };
  }

  encode(record) {
    return this.type.toBuffer(record);
  }

  decode(bytes) {
    return this.type.fromBuffer(bytes);
  }

  read(bytes, take) {
    return new Promise((resolve, reject) => {
      const decoder = new avro.streams.BlockDecoder(this.decoding);
      decoder.on('data', take).on('end', resolve).on('error', reject);
      decoder.end(bytes);
    });
  }

  canonical() {
    return this.type.getSchema();
  }

  resolve(writer, bytes) {
    return this.type.fromBuffer(bytes, this.type.createResolver(parsed(writer)));
  }

  fromJson(text) {
    return this.type.fromString(text);
  }

  toJson(record) {
    return this.type.toString(record);
  }
}

function parsed(schemaText) {
  const schema = JSON.parse(schemaText);
  // The library takes a text for JSON, or for the name of a file.
  return avro.parse(typeof schema === 'string' ? { type: schema } : schema);
}

module.exports = { Adapter };
