'use strict';

const isBytes = (value) => value instanceof Uint8Array;
const isText = (value) => typeof value === 'string';
const isMark = (value) => typeof value.bytes === 'string' && Object.keys(value).length === 1;

/** The language's own JSON; bytes are base64 there, made and read by code that goes to them alone. */
class Adapter {
  static library = 'JSON';

  static version = 'ES2019';

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    const { makeConverter, toBase64, fromBase64 } = tools;
    const mark = { convert: (bytes) => ({ bytes: toBase64(bytes) }), test: isBytes };
    const unmark = { convert: ({ bytes }) => fromBase64(bytes), test: isMark };
    const text = { convert: toBase64, test: isBytes, amongText: mark };
    const bytes = { convert: fromBase64, test: isText, amongText: unmark };
    // The shortest digits of a 32-bit number are no such number before they are rounded. In a union reals are doubles.
    const float = { convert: Math.fround, test: () => false };
    this.toJson = makeConverter({ bytes: text, fixed: text }, false);
    this.fromJson = makeConverter({ bytes, fixed: bytes, float }, true);
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
