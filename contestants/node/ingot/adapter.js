'use strict';

const { FileBytes, fileOf, Schema } = require('ingot');

class Adapter {
  static library = 'ingot';

  static version = require('ingot/package.json').version;

  /** @param {string} schemaText an Avro schema, JSON */
  constructor(schemaText) {
    this.schema = Schema.parse(schemaText);
  }

  configure(settings, makeCodec) {
    makeCodec(); // refused by the kit's word where the runtime has no such codec; Ingot has its own
    const { compression: codec, level, block_bytes: blockBytes } = settings;
    this.container = { codec, blockBytes, ...(level === null ? {} : { level }) };
  }

  encode(record) {
    return this.schema.encode(record);
  }

  decode(bytes) {
    return this.schema.decode(bytes);
  }

  write(records) {
    return fileOf(this.schema, records, this.container);
  }

  read(bytes, take) {
    new FileBytes(bytes).forEach(take);
  }

  resolve(writer, bytes) {
    return this.schema.resolve(Schema.parse(writer)).decode(bytes);
  }

  singleObject(bytes) {
    return this.schema.decodeSingleObject(bytes);
  }

  canonical() {
    return this.schema.canonicalForm();
  }

  fromJson(text) {
    return this.schema.fromJson(text);
  }

  toJson(record) {
    return this.schema.toJson(record);
  }
}

module.exports = { Adapter };
