'use strict';

const { innerTypes } = require('./schema');
const { chooseBranch } = require('./unions');

// The JavaScript type that a union's values of a kind have. Kinds that share one cannot be told apart.
const TYPE_OF_KIND = { integer: 'number', real: 'number', map: 'object', record: 'object' };

const same = (value) => value;

/** Which unions an adapter may ask to be wrapped, by the word in its `wrappedUnions`. */
const IS_WRAPPED = { none: () => false, ambiguous: isAmbiguous, all: () => true };

/**
 * For libraries whose values of a union, null apart, are objects with the branch's name as their only key.
 *
 * @param {import('./schema').SchemaType} type
 * @param {'none'|'ambiguous'|'all'} which `ambiguous`: unions whose branches JavaScript's types do not distinguish
 * @returns {{wrap: (plain: *) => *, unwrap: (value: *) => *}} from plain values to such ones and back; both hand over
 *   the value itself where the type holds no such union
 */
function unionWrapper(type, which) {
  if (!Object.hasOwn(IS_WRAPPED, which)) throw new Error(`wrappedUnions is ${which}`);
  const isWrapped = IS_WRAPPED[which];
  if (!holdsWrapped(type, isWrapped, new Set())) return { wrap: same, unwrap: same };
  return { wrap: (plain) => wrap(type, plain, isWrapped), unwrap: (value) => unwrap(type, value, isWrapped) };
}

function isAmbiguous(union) {
  const types = [...union.byKind.keys()].map((kind) => TYPE_OF_KIND[kind] ?? kind);
  return new Set(types).size < union.branches.length;
}

function holdsWrapped(type, isWrapped, seen) {
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.type === 'union' && isWrapped(type)) return true;
  return innerTypes(type).some((inner) => holdsWrapped(inner, isWrapped, seen));
}

function wrap(type, plain, isWrapped) {
  if (type.type !== 'union') return convertInner(type, plain, (inner, value) => wrap(inner, value, isWrapped));
  if (plain === null) return null;
  const branch = branchOf(type, plain);
  const value = wrap(branch, plain, isWrapped);
  return isWrapped(type) ? { [branchName(branch)]: value } : value;
}

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

function convertInner(type, value, convert) {
  switch (type.type) {
    case 'record':
      return Object.fromEntries(type.fields.map((field) => [field.name, convert(field.type, value[field.name])]));
    case 'array':
      return value.map((item) => convert(type.items, item));
    case 'map':
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(type.values, item)]));
    default:
      return value;
  }
}

function branchOf(union, value) {
  const chosen = chooseBranch(union, value);
  if (chosen === undefined) throw new Error(`no branch of the union fits a ${typeof value}`);
  return chosen.branch;
}

function branchName(branch) {
  return branch.name ?? branch.type;
}

module.exports = { unionWrapper };
