'use strict';

/** @import { ArrayType, MapType, RecordType, SchemaType, UnionType } from './schema' */
/** @import { Convert, Value } from './types' */

const { innerTypes, literalKey } = require('./schema');
const { hasExactly } = require('./unions');

/**
 * How the values of one schema type are converted.
 *
 * @typedef {object} Leaf
 * @property {(value: *) => *} convert
 * @property {(value: *) => boolean} test whether a value of a union of several branches is one
 * @property {Leaf} [amongText] in the place of the two in a union of several branches, one of them text
 */

/**
 * Makes the function that converts the values of some schema types inside records, for libraries that do not know such
 * values themselves. Its code is made for the schema, as a user would write it by hand, and goes along the paths that
 * lead to such values only.
 *
 * @param {SchemaType} type of the records
 * @param {Object<string, Leaf>} leaves by the name of the schema type, such as `bytes`
 * @param {boolean} inPlace whether records are changed, or copied where they hold something to be converted
 * @returns {Convert} which hands over the value itself where there is nothing to convert
 */
function makeConverter(type, leaves, inPlace) {
  const maker = new Maker(leaves, inPlace);
  if (!maker.isTouched(type)) return (value) => value;
  const name = maker.functionFor(type);
  const code = `${maker.functions.join('\n')}\nreturn ${name};`;
  return new Function('constants', code)(maker.constants);
}

/**
 * For libraries that would write a long integer beyond 32 bits as a float: makes the function that gives them another
 * value in its place. Records that can hold such a number are copied.
 *
 * @param {SchemaType} type of the records
 * @param {(value: number|bigint) => *} convert
 * @param {(value: number|bigint) => boolean} [isShort] whether the library writes the number as it is
 * @returns {Convert}
 */
function makeLongConverter(type, convert, isShort = isWord) {
  /** @type {Convert} */
  const convertWide = (value) => (isShort(value) ? value : convert(value));
  /** @type {(value: Value) => boolean} */
  const isInteger = (value) => typeof value === 'bigint' || Number.isSafeInteger(value);
  return makeConverter(type, { long: { convert: convertWide, test: isInteger } }, false);
}

// Whether 32 bits hold the number, with or without a sign.
/** @type {(value: number|bigint) => boolean} */
function isWord(value) {
  return typeof value === 'number' && (value === (value | 0) || value === value >>> 0);
}

class Maker {
  /**
   * @param {Object<string, Leaf>} leaves
   * @param {boolean} inPlace
   */
  constructor(leaves, inPlace) {
    this.leaves = leaves;
    this.inPlace = inPlace;
    /** @type {string[]} */
    this.functions = [];
    /** @type {Function[]} */
    this.constants = [];
    /** @type {Map<SchemaType, string>} */
    this.names = new Map();
    this.count = 0;
  }

  /** @type {(type: SchemaType, seen?: Set<SchemaType>) => boolean} */
  isTouched(type, seen = new Set()) {
    if (seen.has(type)) return false;
    seen.add(type);
    return Object.hasOwn(this.leaves, type.type) || innerTypes(type).some((inner) => this.isTouched(inner, seen));
  }

  // The name of the function that converts a value of a touched type.
  /** @type {(type: SchemaType) => string} */
  functionFor(type) {
    const known = this.names.get(type);
    if (known !== undefined) return known;
    const name = `convert${this.count++}`;
    // Types that are equal are one object, but each place where one stands gets a function of its own, which the
    // runtime then specialises for what comes there. Records may hold themselves.
    if (type.type === 'record') this.names.set(type, name);
    if (Object.hasOwn(this.leaves, type.type)) {
      this.functions.push(`const ${name} = ${this.constant(this.leaves[type.type].convert)};`);
    } else {
      this.functions.push(`function ${name}(value) {\n${this.body(type)}\n}`);
    }
    return name;
  }

  /** @type {(type: SchemaType) => string} */
  body(type) {
    switch (type.type) {
      case 'record':
        return this.inPlace ? this.recordInPlace(type) : this.recordCopy(type);
      case 'array':
        return this.array(type);
      case 'map':
        return this.map(type);
      case 'union':
        return this.union(type);
      default:
        throw new Error(`${type.type} holds nothing to be converted`);
    }
  }

  /** @param {RecordType} type */
  recordInPlace(type) {
    const touched = type.fields.filter((field) => this.isTouched(field.type));
    const lines = touched.map((field) => {
      const property = propertyOf(field.name);
      return `  value${property} = ${this.functionFor(field.type)}(value${property});`;
    });
    return [...lines, '  return value;'].join('\n');
  }

  /** @param {RecordType} type */
  recordCopy(type) {
    const lines = type.fields.map((field) => {
      const held = `value${propertyOf(field.name)}`;
      const converted = this.isTouched(field.type) ? `${this.functionFor(field.type)}(${held})` : held;
      return `    ${literalKey(field.name)}: ${converted},`;
    });
    return ['  return {', ...lines, '  };'].join('\n');
  }

  /** @param {ArrayType} type */
  array(type) {
    const convert = this.functionFor(type.items);
    const target = this.inPlace ? 'value' : 'new Array(value.length)';
    return [
      `  const items = ${target};`,
      `  for (let i = 0; i < value.length; i++) items[i] = ${convert}(value[i]);`,
      '  return items;',
    ].join('\n');
  }

  /** @param {MapType} type */
  map(type) {
    const convert = this.functionFor(type.values);
    // Without a prototype, a key like __proto__ is a key like any other.
    const target = this.inPlace ? 'value' : '{ __proto__: null }';
    return [
      `  const entries = ${target};`,
      `  for (const key of Object.keys(value)) entries[key] = ${convert}(value[key]);`,
      '  return entries;',
    ].join('\n');
  }

  /** @param {UnionType} type */
  union(type) {
    const branches = type.branches.filter((branch) => branch.type !== 'null');
    if (branches.length === 1) return `  return value === null ? null : ${this.functionFor(branches[0])}(value);`;
    const lines = ['  if (value === null) return null;'];
    const hasText = type.byKind.has('string');
    /** @param {SchemaType} branch */
    const isLeaf = (branch) => Object.hasOwn(this.leaves, branch.type);
    for (const branch of branches.filter(isLeaf)) {
      const leaf = this.leaves[branch.type];
      const { test, convert } = (hasText && leaf.amongText) || leaf;
      lines.push(`  if (${this.constant(test)}(value)) return ${this.constant(convert)}(value);`);
    }
    for (const branch of branches.filter((other) => !isLeaf(other) && this.isTouched(other))) {
      const test = this.constant((/** @type {Value} */ value) => takes(type, branch, value));
      lines.push(`  if (${test}(value)) return ${this.functionFor(branch)}(value);`);
    }
    return [...lines, '  return value;'].join('\n');
  }

  /** @param {Function} value */
  constant(value) {
    return `constants[${this.constants.push(value) - 1}]`;
  }
}

// Whether a value of the union takes a branch that is an array, a map or a record.
/** @type {(union: UnionType, branch: SchemaType, value: Value) => boolean} */
function takes(union, branch, value) {
  if (value === null || typeof value !== 'object') return false;
  if (branch.type === 'array') return Array.isArray(value);
  if (Array.isArray(value) || value instanceof Uint8Array) return false;
  return recordOf(union, value) === (branch.type === 'record' ? branch : undefined);
}

/** @type {(union: UnionType, value: Value) => SchemaType|undefined} */
function recordOf(union, value) {
  const records = union.byKind.get('record') ?? [];
  return records.find((one) => one.type === 'record' && hasExactly(value, one.fields));
}

/** @type {(name: string) => string} */
function propertyOf(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

module.exports = { makeConverter, makeLongConverter };
