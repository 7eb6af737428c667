'use strict';

const { Schema } = require('ingot');

class Adapter {
  static library = 'ingot';

  static version = require('ingot/package.json').version;

  /** @param {string} schemaText an Avro schema, JSON */
  constructor(schemaText) {
    this.schema = Schema.parse(schemaText);
  }

  encode(record) {
    return this.schema.encode(record);
  }

  decode(bytes) {
    return this.schema.decode(bytes);
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
