'use strict';

/** The language's own JSON; bytes are base64 there, made and read by code that goes to them alone. */
class Adapter {
  static library = 'JSON';

  static version = 'ES2019';

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    const { toJson, fromJson } = tools.makeJsonValues();
    this.toJson = toJson;
    this.fromJson = fromJson;
    this.toBytes = tools.toBytes;
    this.toText = tools.toText;
  }

  encode(record) {
    return this.toBytes(JSON.stringify(this.toJson(record)));
  }

  decode(bytes) {
    return this.fromJson(JSON.parse(this.toText(bytes)));
  }
}

module.exports = { Adapter };
