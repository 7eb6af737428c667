'use strict';

/** @import { SchemaType, UnionType } from './schema' */
/** @import { Convert, Value } from './types' */

/** @typedef {(union: UnionType) => boolean} IsWrapped */

const { innerTypes } = require('./schema');
const { chooseBranch } = require('./unions');

// The JavaScript type that a union's values of a kind have. Kinds that share one look the same.
/** @type {Object<string, string>} */
const TYPE_OF_KIND = { integer: 'number', real: 'number', map: 'object', record: 'object' };

/** @type {Convert} */
const same = (value) => value;

/**
 * Which unions an adapter may ask to be wrapped, by the word in its `wrappedUnions`.
 *
 * @type {Object<string, IsWrapped>}
 */
const IS_WRAPPED = { none: () => false, ambiguous: isAmbiguous, all: () => true };

/**
 * For libraries whose values of a union, null apart, are objects with the branch's name as their only key.
 *
 * @param {SchemaType} type
 * @param {'none'|'ambiguous'|'all'} which `ambiguous`: unions whose branches JavaScript's types do not distinguish
 * @returns {{wrap: Convert, unwrap: Convert}} from plain values to such ones and back; both hand over
 *   the value itself where the type holds no such union
 */
function unionWrapper(type, which) {
  if (!Object.hasOwn(IS_WRAPPED, which)) throw new Error(`wrappedUnions is ${which}`);
  const isWrapped = IS_WRAPPED[which];
  if (!holdsWrapped(type, isWrapped, new Set())) return { wrap: same, unwrap: same };
  return { wrap: (plain) => wrap(type, plain, isWrapped), unwrap: (value) => unwrap(type, value, isWrapped) };
}

/** @type {IsWrapped} */
function isAmbiguous(union) {
  const types = [...union.byKind.keys()].map((kind) => TYPE_OF_KIND[kind] ?? kind);
  return new Set(types).size < union.branches.length;
}

/** @type {(type: SchemaType, isWrapped: IsWrapped, seen: Set<SchemaType>) => boolean} */
function holdsWrapped(type, isWrapped, seen) {
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.type === 'union' && isWrapped(type)) return true;
  return innerTypes(type).some((inner) => holdsWrapped(inner, isWrapped, seen));
}

/** @type {(type: SchemaType, plain: Value, isWrapped: IsWrapped) => Value} */
function wrap(type, plain, isWrapped) {
  if (type.type !== 'union') return convertInner(type, plain, (inner, value) => wrap(inner, value, isWrapped));
  if (plain === null) return null;
  const branch = branchOf(type, plain);
  const value = wrap(branch, plain, isWrapped);
  return isWrapped(type) ? { [branchName(branch)]: value } : value;
}

/** @type {(type: SchemaType, value: Value, isWrapped: IsWrapped) => Value} */
function unwrap(type, value, isWrapped) {
  if (type.type !== 'union') return convertInner(type, value, (inner, held) => unwrap(inner, held, isWrapped));
  if (value === null) return null;
  if (!isWrapped(type)) return unwrap(branchOf(type, value), value, isWrapped);
  const [name, ...more] = Object.keys(value);
  const branch = type.branches.find((candidate) => branchName(candidate) === name);
  if (branch === undefined || more.length > 0) {
    throw new Error(`not a wrapped value of the union: its keys are ${Object.keys(value)}`);
  }
  return unwrap(branch, value[name], isWrapped);
}

/** @type {(type: SchemaType, value: Value, convert: (type: SchemaType, value: Value) => Value) => Value} */
function convertInner(type, value, convert) {
  switch (type.type) {
    case 'record':
      return Object.fromEntries(type.fields.map((field) => [field.name, convert(field.type, value[field.name])]));
    case 'array':
      return value.map((/** @type {Value} */ item) => convert(type.items, item));
    case 'map':
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(type.values, item)]));
    default:
      return value;
  }
}

/** @type {(union: UnionType, value: Value) => SchemaType} */
function branchOf(union, value) {
  const chosen = chooseBranch(union, value);
  if (chosen === undefined) throw new Error(`no branch of the union fits a ${typeof value}`);
  return chosen.branch;
}

/** @type {(branch: SchemaType) => string} */
function branchName(branch) {
  return 'name' in branch ? branch.name : branch.type;
}

module.exports = { unionWrapper };
