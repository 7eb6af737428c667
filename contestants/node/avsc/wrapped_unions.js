'use strict';

// avsc leaves the values of a union as they are wherever their JavaScript types tell the branches apart. Where they
// do not (int and double, string and enum, map and record), its values are objects with the branch's name as key.

/**
 * @param {import('avsc').Type} type
 * @param {Set} seen
 * @returns {boolean} whether values of the type may hold wrapped unions
 */
function wrapsUnions(type, seen = new Set()) {
  if (seen.has(type)) return false;
  seen.add(type);
  return type.typeName === 'union:wrapped' || innerTypes(type).some((inner) => wrapsUnions(inner, seen));
}

function innerTypes(type) {
  if (type.fields) return type.fields.map((field) => field.type);
  return type.types ?? [type.itemsType ?? type.valuesType].filter(Boolean);
}

/**
 * @param {import('avsc').Type} type
 * @param {*} plain a plain value
 * @returns {*} the same with the values of ambiguous unions wrapped
 */
function wrapUnions(type, plain) {
  if (type.types === undefined) return convertInner(type, plain, wrapUnions);
  if (plain === null) return null;
  const branch = branchOf(type.types, plain);
  const inner = wrapUnions(branch, plain);
  return type.typeName === 'union:wrapped' ? branch.wrap(inner) : inner;
}

/**
 * @param {import('avsc').Type} type
 * @param {*} value as avsc hands it over
 * @returns {*} the plain value
 */
function unwrapUnions(type, value) {
  if (type.types === undefined) return convertInner(type, value, unwrapUnions);
  if (value === null) return null;
  if (type.typeName !== 'union:wrapped') return unwrapUnions(branchOf(type.types, value), value);
  const [name] = Object.keys(value);
  return unwrapUnions(
    type.types.find((branch) => branch.branchName === name),
    value[name],
  );
}

function convertInner(type, value, convert) {
  if (type.fields) {
    return Object.fromEntries(type.fields.map((field) => [field.name, convert(field.type, value[field.name])]));
  }
  if (type.itemsType) return value.map((item) => convert(type.itemsType, item));
  if (type.valuesType) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(type.valuesType, item)]));
  }
  return value;
}

// The first branch that fits; whole numbers try integers before reals, objects try records before maps.
function branchOf(types, value) {
  const branches = [...types].sort((a, b) => rank(a) - rank(b));
  const branch = branches.find((candidate) => fits(candidate, value));
  if (branch === undefined) throw new Error(`no branch of the union fits ${typeof value} ${String(value)}`);
  return branch;
}

function rank(type) {
  return ['float', 'double', 'map'].includes(type.typeName) ? 1 : 0;
}

function fits(type, value) {
  switch (type.typeName) {
    case 'int':
      return Number.isInteger(value) && (value | 0) === value && !Object.is(value, -0);
    case 'long':
      return typeof value === 'bigint' || (Number.isSafeInteger(value) && !Object.is(value, -0));
    case 'float':
    case 'double':
      return typeof value === 'number';
    case 'enum':
      return type.symbols.includes(value);
    case 'fixed':
      return Buffer.isBuffer(value) && value.length === type.size;
    case 'bytes':
      return Buffer.isBuffer(value);
    case 'array':
      return Array.isArray(value);
    case 'record':
      return isObject(value) && hasExactly(value, type.fields);
    case 'map':
      return isObject(value);
    default:
      return typeof value === type.typeName;
  }
}

function hasExactly(value, fields) {
  return Object.keys(value).length === fields.length && fields.every((field) => Object.hasOwn(value, field.name));
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !Buffer.isBuffer(value);
}

module.exports = { wrapsUnions, wrapUnions, unwrapUnions };
