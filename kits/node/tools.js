'use strict';

// What the kit hands to an adapter's constructor: a few things that several adapters need.

const { makeConverter, makeLongConverter } = require('./converter');
const host = require('./host');

const { toBytes, toText, toBase64, fromBase64, copyBytes } = host;

module.exports = { tools: { makeConverter, makeLongConverter, toBytes, toText, toBase64, fromBase64, copyBytes } };
