'use strict';

// Every field of a plain value read, as a user's code would do it: for `access`, and for the times of `inspect`. That is
// in the clock. The reading of the contract, 64 bits into which every field goes, is folded after it: JavaScript's numbers
// do not have as many.

/** @import { RecordType, SchemaType } from './schema' */
/** @import { Value } from './types' */

const host = require('./host');
const { chooseBranch } = require('./unions');

/** @typedef {(value: Value) => number} Read gives a number that depends on every field, so that none is left out */

const MASK = (1n << 64n) - 1n;
const START = 0x9e3779b97f4a7c15n;
const FACTOR = 0xd6e8feb86659fd93n;
const TEXT = 1n << 56n;
const BYTES = 2n << 56n;
const ARRAY = 3n << 56n;
const MAP = 4n << 56n;
const NAN = 0x7ff8000000000000n;
const bits = new DataView(new ArrayBuffer(8));

/**
 * Makes the function that reads every field; its code is made for the schema.
 *
 * @param {SchemaType} type
 * @returns {Read}
 */
function makeFieldReader(type) {
  /** @type {Map<RecordType, string>} */
  const names = new Map();
  /** @type {string[]} */
  const functions = [];
  const last = codeOf(type, 'value', names, functions);
  const code = `${functions.join('\n')}\nreturn (value) => ${last};`;
  return new Function('leaf', 'any', 'set', 'each', 'entries', code)(leaf, any, set, each, entries);
}

/** @type {(type: SchemaType, value: string, names: Map<RecordType, string>, functions: string[]) => string} */
function codeOf(type, value, names, functions) {
  const inner = (/** @type {SchemaType} */ one) => `(item) => ${codeOf(one, 'item', names, functions)}`;
  switch (type.type) {
    case 'record':
      return `${functionFor(type, names, functions)}(${value})`;
    case 'array':
      return `each(${value}, ${inner(type.items)})`;
    case 'map':
      return `entries(${value}, ${inner(type.values)})`;
    case 'union': {
      const [only, ...others] = type.branches.filter((branch) => branch.type !== 'null');
      return only === undefined || others.length > 0 ? `any(${value})` : `set(${value}, ${inner(only)})`;
    }
    default:
      return `leaf(${value})`;
  }
}

/** @type {(type: RecordType, names: Map<RecordType, string>, functions: string[]) => string} */
function functionFor(type, names, functions) {
  const known = names.get(type);
  if (known !== undefined) return known;
  const name = `read${names.size}`;
  names.set(type, name);
  const parts = type.fields.map((field) =>
    codeOf(field.type, `value[${JSON.stringify(field.name)}]`, names, functions),
  );
  functions.push(`function ${name}(value) { return (${parts.join(' + ') || '0'}) | 0; }`);
  return name;
}

/** @type {Read} the last character makes a string whole that is still in pieces */
function leaf(value) {
  switch (typeof value) {
    case 'string':
      return value.length === 0 ? 0 : value.charCodeAt(value.length - 1);
    case 'number':
      return value | 0;
    case 'bigint':
      return value > 0n ? 1 : 0;
    case 'object':
      return value === null ? 0 : value.length;
    default:
      return value ? 1 : 0;
  }
}

/** @type {Read} */
function any(value) {
  if (value === null || typeof value !== 'object') return leaf(value);
  if (Array.isArray(value)) return each(value, any);
  return host.isUint8Array(value) ? leaf(value) : entries(value, any);
}

/** @type {(value: Value, read: Read) => number} */
function set(value, read) {
  return value === null ? 0 : read(value);
}

/** @type {(items: Value[], read: Read) => number} */
function each(items, read) {
  let sum = items.length;
  for (let i = 0; i < items.length; i++) sum = (sum + read(items[i])) | 0;
  return sum;
}

/** @type {(map: Object<string, Value>, read: Read) => number} */
function entries(map, read) {
  let sum = 0;
  for (const key of Object.keys(map)) sum = (sum + leaf(key) + read(map[key])) | 0;
  return sum;
}

/**
 * @param {SchemaType} type
 * @param {Value} value a plain value
 * @returns {string} its reading, as sixteen hexadecimal digits
 */
function digitsOf(type, value) {
  return fold(type, value, START).toString(16).padStart(16, '0');
}

/** @type {(type: SchemaType, value: Value, state: bigint) => bigint} */
function fold(type, value, state) {
  switch (type.type) {
    case 'record':
      return type.fields.reduce((found, field) => fold(field.type, value[field.name], found), state);
    case 'array': {
      const items = value.reduce(
        (/** @type {bigint} */ found, /** @type {Value} */ item) => fold(type.items, item, found),
        state,
      );
      return word(items, ARRAY + BigInt(value.length));
    }
    case 'map': {
      const keys = Object.keys(value);
      const sum = keys.reduce((found, key) => found + fold(type.values, value[key], content(START, TEXT, key)), 0n);
      return word(word(state, sum & MASK), MAP + BigInt(keys.length));
    }
    case 'union': {
      const choice = chooseBranch(type, value);
      if (choice === undefined) throw new Error('a value fits no branch of its union');
      return fold(choice.branch, value, state);
    }
    default:
      return foldLeaf(value, state);
  }
}

/** @type {(value: Value, state: bigint) => bigint} */
function foldLeaf(value, state) {
  if (value === null) return word(state, 0n);
  if (typeof value === 'boolean') return word(state, value ? 2n : 1n);
  if (typeof value === 'string') return content(state, TEXT, value);
  if (typeof value === 'object') return content(state, BYTES, value);
  return word(state, BigInt.asUintN(64, typeof value === 'bigint' ? value : numberWord(value)));
}

/** @type {(value: number) => bigint} */
function numberWord(value) {
  if (Number.isNaN(value)) return NAN;
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
  bits.setFloat64(0, value);
  return bits.getBigUint64(0);
}

/** @type {(state: bigint, kind: bigint, value: string|Uint8Array) => bigint} */
function content(state, kind, value) {
  const bytes = typeof value === 'string' ? host.toBytes(value) : value;
  let found = word(state, kind + BigInt(bytes.length));
  for (let from = 0; from < bytes.length; from += 8) {
    let next = 0n;
    for (let i = Math.min(from + 8, bytes.length) - 1; i >= from; i--) next = (next << 8n) | BigInt(bytes[i]);
    found = word(found, next);
  }
  return found;
}

/** @type {(state: bigint, next: bigint) => bigint} */
function word(state, next) {
  const rotated = ((state << 26n) | (state >> 38n)) & MASK;
  return ((rotated ^ next) * FACTOR) & MASK;
}

module.exports = { digitsOf, makeFieldReader };
