'use strict';

/** @import { Host } from './types' */

// What the kit takes from Node: files, clocks, bytes and text, and a look at values from outside. The rest of the kit
// is neutral; a browser's page brings a module of the same shape in this one's place (kits/browser/host.js).

const fs = require('node:fs');
const util = require('node:util');
const { makeCodec } = require('./codecs');

/** Nothing is to be done for the adapter's class before it is used. */
function prepare() {}

/** @returns {number} nanoseconds of processor time that the whole process has had; a page's is a promise */
function cpuNs() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

// Whether cpuNs gives a number at once, so that it can be read around every pass.
const readsCpuAtOnce = true;

/** @returns {number} the fewest nanoseconds by which the clock goes on, where that is more than its reading costs */
function clockStepNs() {
  return 1;
}

/**
 * @param {*} value
 * @returns {boolean} whether it is a Buffer or Uint8Array, and of no class derived from them
 */
function isFlatBytes(value) {
  if (!util.types.isUint8Array(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Buffer.prototype || prototype === Uint8Array.prototype;
}

/**
 * @param {*} value
 * @returns {string} one line for messages; calls nothing of the value's own
 */
function describe(value) {
  const text = util.inspect(value, { depth: 0, breakLength: Infinity, customInspect: false, maxStringLength: 60 });
  return text.replace(/\s+/g, ' ').slice(0, 100);
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} their hexadecimal digits. Asks no array for its `buffer`: V8 keeps what small arrays hold within
 *   themselves until somebody does, and moving it out then would look like work that a decoder had left undone
 */
function toHex(bytes) {
  return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes)).toString('hex');
}

/** @type {Host} */
const host = {
  runtime: `Node.js ${process.versions.node}`,
  prepare,
  readFile: (path) => fs.readFileSync(path),
  writeFile: (path, content) => fs.writeFileSync(path, content),
  now: process.hrtime.bigint,
  clockStepNs,
  cpuNs,
  readsCpuAtOnce,
  isProxy: util.types.isProxy,
  isUint8Array: util.types.isUint8Array,
  isFlatBytes,
  describe,
  copyBytes: (bytes) => Buffer.from(bytes),
  concatBytes: (pieces) => Buffer.concat(pieces),
  compareBytes: (a, b) => Buffer.compare(a, b),
  toBytes: (text) => Buffer.from(text),
  toText: (bytes) => /** @type {Buffer} */ (bytes).toString(),
  toHex,
  fromHex: (text) => Buffer.from(text, 'hex'),
  toBase64: (bytes) => /** @type {Buffer} */ (bytes).toString('base64'),
  fromBase64: (text) => Buffer.from(text, 'base64'),
  makeCodec,
};

module.exports = host;
