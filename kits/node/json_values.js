'use strict';

/** @import { SchemaType } from './schema' */
/** @import { Convert, Value } from './types' */

// Bytes in JSON (docs/formats.md): base64, and where a union has text, too, in an object that says so.

const { makeConverter } = require('./converter');
const { fromBase64, toBase64 } = require('./host');

/** @type {(value: Value) => boolean} */
const isBytes = (value) => value instanceof Uint8Array;
/** @type {(value: Value) => boolean} */
const isText = (value) => typeof value === 'string';
/** @type {(value: Value) => boolean} */
const isMark = (value) => typeof value.bytes === 'string' && Object.keys(value).length === 1;

/**
 * @param {SchemaType} type of the records
 * @returns {{toJson: Convert, fromJson: Convert}} a record to one that JSON can hold, and what JSON held to the record;
 *   their code is made for the schema and goes to what JSON lacks alone
 */
function makeJsonValues(type) {
  const mark = { convert: (/** @type {Value} */ bytes) => ({ bytes: toBase64(bytes) }), test: isBytes };
  const unmark = { convert: (/** @type {Value} */ { bytes }) => fromBase64(bytes), test: isMark };
  const text = { convert: toBase64, test: isBytes, amongText: mark };
  const bytes = { convert: fromBase64, test: isText, amongText: unmark };
  // The shortest digits of a 32-bit number are no such number before they are rounded. In a union reals are doubles.
  const float = { convert: Math.fround, test: () => false };
  return {
    toJson: makeConverter(type, { bytes: text, fixed: text }, false),
    fromJson: makeConverter(type, { bytes, fixed: bytes, float }, true),
  };
}

module.exports = { makeJsonValues };
