'use strict';

// What the kit hands to an adapter's constructor: a few things that several adapters need.

const { makeConverter, makeLongConverter } = require('./converter');
const host = require('./host');

const { toBytes, toText, toBase64, fromBase64, copyBytes } = host;

/**
 * @param {import('./schema').SchemaType} type of the records
 * @returns {object} the tools (README.md), for records of that type
 */
function toolsFor(type) {
  return {
    makeConverter: (leaves, inPlace) => makeConverter(type, leaves, inPlace),
    makeLongConverter: (convert, isShort) => makeLongConverter(type, convert, isShort),
    toBytes,
    toText,
    toBase64,
    fromBase64,
    copyBytes,
  };
}

module.exports = { toolsFor };
