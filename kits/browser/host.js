'use strict';

/** @import { AdapterClass, Host } from '../node/types' */

// The page's module in the place of kits/node/host.js: the same names, from what a browser has. The driver lays the
// files that a request names into `files` beforehand, and takes what was written from `written` afterwards.

const { KitError } = require('../node/errors');

const CLOCK_STEPS = 20;

/** @type {Map<string, Uint8Array|string>} a string says why the file could not be read */
const files = new Map();
/** @type {Map<string, Uint8Array>} */
const written = new Map();
/** @type {() => Promise<number>} */
let askCpuNs = async () => 0;
/** @type {*} the class of bytes that the library wants */
let Bytes = Uint8Array;
let clockStep = 0;
let runtime = '';

/**
 * Takes the class of bytes that the adapter's library wants; a browser's own is Uint8Array.
 *
 * @param {AdapterClass} Adapter
 */
function prepare({ Buffer }) {
  Bytes = Buffer ?? Uint8Array;
}

/**
 * @param {string} name the browser's, with its version
 * @param {() => Promise<number>} ask gives the nanoseconds of processor time that the page's processes have had
 */
function setUp(name, ask) {
  runtime = name;
  askCpuNs = ask;
}

/** @type {Host['readFile']} */
function readFile(path) {
  const file = files.get(path);
  if (file === undefined) throw new Error(`${path} was not handed over`);
  if (typeof file === 'string') throw new Error(file);
  return file;
}

function now() {
  return BigInt(Math.round(performance.now() * 1e6));
}

/** @returns {number} the fewest nanoseconds by which the clock goes on: browsers make theirs coarse */
function clockStepNs() {
  if (clockStep > 0) return clockStep;
  let minimum = Infinity;
  for (let step = 0; step < CLOCK_STEPS; step++) {
    const start = performance.now();
    let end = start;
    while (end === start) end = performance.now();
    minimum = Math.min(minimum, end - start);
  }
  clockStep = Math.max(1, Math.round(minimum * 1e6));
  return clockStep;
}

const ARRAY = Object.getPrototypeOf(Uint8Array.prototype);
const typeOfArray = Object.getOwnPropertyDescriptor(ARRAY, Symbol.toStringTag)?.get;

/** @type {Host['isUint8Array']} */
function isUint8Array(value) {
  return typeOfArray?.call(value) === 'Uint8Array';
}

/** @type {Host['isFlatBytes']} */
function isFlatBytes(value) {
  if (!isUint8Array(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Bytes.prototype || prototype === Uint8Array.prototype;
}

/** @type {Host['describe']} */
function describe(value) {
  if (typeof value === 'string') return JSON.stringify(value).slice(0, 60);
  if (value === null || typeof value !== 'object') return String(value).slice(0, 100);
  return isUint8Array(value) ? `bytes of length ${value.length}` : Object.prototype.toString.call(value);
}

/**
 * The bytes as the class that the library wants, over the same memory.
 *
 * @type {(array: Uint8Array) => Uint8Array}
 */
function asBytes(array) {
  return Bytes === Uint8Array ? array : Bytes.from(array.buffer, array.byteOffset, array.byteLength);
}

/** @type {Host['concatBytes']} */
function concatBytes(pieces) {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** @type {Host['compareBytes']} */
function compareBytes(a, b) {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return a[i] - b[i];
  }
  return a.length - b.length;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const { toHex, toBase64 } = Uint8Array.prototype;

/** @type {Host & {files: typeof files, written: typeof written, setUp: typeof setUp}} */
const host = {
  files,
  written,
  setUp,
  get runtime() {
    return runtime;
  },
  prepare,
  readFile,
  writeFile: (path, content) => written.set(path, content),
  now,
  clockStepNs,
  cpuNs: () => askCpuNs(),
  readsCpuAtOnce: false,
  isProxy: () => false,
  isUint8Array,
  isFlatBytes,
  describe,
  copyBytes: (bytes) => asBytes(new Uint8Array(bytes)),
  concatBytes,
  compareBytes,
  toBytes: (text) => encoder.encode(text),
  toText: (bytes) => decoder.decode(bytes),
  toHex: (bytes) => toHex.call(bytes),
  fromHex: (text) => asBytes(Uint8Array.fromHex(text)),
  toBase64: (bytes) => toBase64.call(bytes),
  fromBase64: (text) => asBytes(Uint8Array.fromBase64(text)),
  makeCodec() {
    throw new KitError('unsupported', 'containers are not measured in a browser');
  },
};

module.exports = host;
