'use strict';

/** @import { SchemaType, UnionType } from './schema' */
/** @import { Value } from './types' */

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/**
 * The branch that a plain value takes: the first one of its kind that it fits.
 *
 * @param {UnionType} union
 * @param {Value} value a plain value
 * @returns {{kind: string, branch: SchemaType}|undefined} undefined where it fits none
 */
function chooseBranch(union, value) {
  for (const kind of kindsOfValue(union, value)) {
    const branch = union.byKind.get(kind)?.find((candidate) => fits(candidate, value));
    if (branch !== undefined) return { kind, branch };
  }
  return undefined;
}

// In JavaScript an integer looks like a real, and a map like a record: the kinds to try, in the order to try them.
/** @type {(union: UnionType, value: Value) => string[]} */
function kindsOfValue(union, value) {
  if (value === null) return ['null'];
  switch (typeof value) {
    case 'boolean':
      return ['boolean'];
    case 'bigint':
      return ['integer'];
    case 'number':
      if (!union.byKind.has('real')) return ['integer'];
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? ['integer', 'real'] : ['real'];
    case 'string':
      return ['string'];
    case 'object':
      if (Array.isArray(value)) return ['array'];
      return value instanceof Uint8Array ? ['bytes'] : ['record', 'map'];
    default:
      return [];
  }
}

/** @type {(type: SchemaType, value: Value) => boolean} */
function fits(type, value) {
  switch (type.type) {
    case 'int':
      return isInt(value);
    case 'long':
      return isLong(value);
    case 'enum':
      return type.symbols.includes(value);
    case 'fixed':
      return value.length === type.size;
    case 'record':
      return hasExactly(value, type.fields);
    default:
      return true;
  }
}

/**
 * @param {object} value
 * @param {{name: string}[]} fields
 * @returns {boolean} whether the enumerable own properties are those fields, in any order
 */
function hasExactly(value, fields) {
  return Object.keys(value).length === fields.length && fields.every((field) => Object.hasOwn(value, field.name));
}

/**
 * @param {Value} value
 * @returns {boolean} whether it is a plain int: a whole number within 32 bits
 */
function isInt(value) {
  return Number.isInteger(value) && value >= INT_MIN && value <= INT_MAX;
}

/**
 * @param {Value} value
 * @returns {boolean} whether it is a plain long: a whole number that is exact, or a bigint within 64 bits
 */
function isLong(value) {
  if (typeof value === 'bigint') return value >= LONG_MIN && value <= LONG_MAX;
  return Number.isSafeInteger(value);
}

module.exports = { chooseBranch, hasExactly, isInt, isLong };
