'use strict';

/** @import { SchemaType } from './schema' */
/** @import { Convert } from './types' */
/** @import { Leaf } from './converter' */

// What the kit hands to an adapter's constructor: a few things that several adapters need.

const { makeConverter, makeLongConverter } = require('./converter');
const host = require('./host');
const { jsonSchema } = require('./json_schema');
const { makeJsonValues } = require('./json_values');

const { toBytes, toText, toBase64, fromBase64, copyBytes } = host;

/**
 * @param {SchemaType} type of the records
 * the tools (README.md) are for records of that type
 */
function toolsFor(type) {
  return {
    /** @type {(leaves: Object<string, Leaf>, inPlace: boolean) => Convert} */
    makeConverter: (leaves, inPlace) => makeConverter(type, leaves, inPlace),
    /** @type {(convert: Convert, isShort?: (value: number|bigint) => boolean) => Convert} */
    makeLongConverter: (convert, isShort) => makeLongConverter(type, convert, isShort),
    makeJsonValues: () => makeJsonValues(type),
    jsonSchema: () => jsonSchema(type),
    toBytes,
    toText,
    toBase64,
    fromBase64,
    copyBytes,
  };
}

module.exports = { toolsFor };
