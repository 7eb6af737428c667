'use strict';

const makeStringify = require('fast-json-stringify');

/** A function that the library makes of the records' JSON Schema. It has none that reads. */
class Adapter {
  static library = 'fast-json-stringify';

  static version = require('fast-json-stringify/package.json').version;

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    this.stringify = makeStringify(tools.jsonSchema());
    this.toJson = tools.makeJsonValues().toJson;
    this.toBytes = tools.toBytes;
  }

  encode(record) {
    return this.toBytes(this.stringify(this.toJson(record)));
  }
}

module.exports = { Adapter };
