'use strict';

/** @import { RecordType, SchemaType, UnionType } from './schema' */
/** @import { Value } from './types' */

const { ValueError } = require('./errors');
const host = require('./host');
const { chooseBranch, isInt, isLong } = require('./unions');

const bits = new DataView(new ArrayBuffer(8));
// eslint-disable-next-line no-control-regex -- JSON escapes control characters
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/;
const ALL_ESCAPES = new RegExp(NEEDS_ESCAPE, 'g');

/** @typedef {(value: Value) => string} Write */

/**
 * Makes the function that writes the canonical JSON text of a plain value of a schema type.
 *
 * It is a part of the proof, so it takes finished values only: own data properties, real arrays, flat bytes. Getters
 * and proxies, which could do their work when they are looked at, are refused.
 *
 * @param {SchemaType} type
 * @returns {Write} throws a ValueError where the value does not fit the type
 */
function makeWriter(type) {
  return writerOf(type, new Map());
}

/** @type {(type: SchemaType, made: Map<SchemaType, Write>) => Write} */
function writerOf(type, made) {
  switch (type.type) {
    case 'record':
      return recordWriter(type, made);
    case 'array':
      return arrayWriter(writerOf(type.items, made));
    case 'map':
      return mapWriter(writerOf(type.values, made));
    case 'union':
      return unionWriter(type, made);
    case 'enum':
      return (value) => {
        expect(type.symbols.includes(value), `a symbol of ${type.name}`, value);
        return writeString(value);
      };
    case 'fixed':
      return (value) => {
        const text = writeBytes(value);
        expect(value.length === type.size, `${type.size} bytes`, value);
        return text;
      };
    default:
      return PRIMITIVE_WRITERS[type.type];
  }
}

/** @type {Object<string, Write>} */
const PRIMITIVE_WRITERS = {
  null: (value) => {
    expect(value === null, 'null', value);
    return 'null';
  },
  boolean: (value) => {
    expect(typeof value === 'boolean', 'a boolean', value);
    return value ? 'true' : 'false';
  },
  int: (value) => {
    expect(isInt(value), 'an int', value);
    return String(value);
  },
  long: writeLong,
  float: writeFloat,
  double: writeDouble,
  string: writeString,
  bytes: writeBytes,
};

/** @type {Write} */
function writeLong(value) {
  expect(isLong(value), 'a long', value);
  return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`;
}

/** @type {Write} */
function writeFloat(value) {
  expectFloat(value);
  if (Number.isNaN(value)) return '"7fc00000"';
  bits.setFloat32(0, value);
  return `"${hexadecimal(bits.getUint32(0))}"`;
}

/** @type {Write} */
function writeDouble(value) {
  expect(typeof value === 'number', 'a double', value);
  if (Number.isNaN(value)) return '"7ff8000000000000"';
  bits.setFloat64(0, value);
  return `"${hexadecimal(bits.getUint32(0))}${hexadecimal(bits.getUint32(4))}"`;
}

/** @type {(value: Value) => void} */
function expectFloat(value) {
  const isFloat = typeof value === 'number' && Object.is(Math.fround(value), value);
  expect(isFloat, 'a number that is exactly a float', value);
}

/** @type {(word: number) => string} */
function hexadecimal(word) {
  return word.toString(16).padStart(8, '0');
}

/** @type {Write} */
function writeString(value) {
  expect(typeof value === 'string', 'a string', value);
  expect(value.isWellFormed(), 'a string without lone surrogates', value);
  return NEEDS_ESCAPE.test(value) ? `"${value.replace(ALL_ESCAPES, escapeCharacter)}"` : `"${value}"`;
}

/** @type {(character: string) => string} */
function escapeCharacter(character) {
  if (character === '"' || character === '\\') return `\\${character}`;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** @type {Write} */
function writeBytes(value) {
  expect(host.isFlatBytes(value), 'a Buffer or Uint8Array', value);
  return `"${host.toHex(value)}"`;
}

/** @type {(writeItem: Write) => Write} */
function arrayWriter(writeItem) {
  return (value) => {
    const real = Array.isArray(value) && !host.isProxy(value) && Object.getPrototypeOf(value) === Array.prototype;
    expect(real, 'an Array', value);
    let text = '[';
    for (let i = 0; i < value.length; i++) {
      if (i > 0) text += ',';
      text += inside(`[${i}]`, writeItem, value[i]);
    }
    return `${text}]`;
  };
}

/** @type {(writeItem: Write) => Write} */
function mapWriter(writeItem) {
  return (value) => {
    expectObject(value, 'a plain object as a map');
    const prototype = Object.getPrototypeOf(value);
    expect(prototype === Object.prototype || prototype === null, 'a plain object as a map', value);
    const entries = Object.keys(value).map((key) => ({ key, bytes: host.toBytes(key) }));
    // JavaScript's own order is that of UTF-16 units, which differs from UTF-8's beyond U+FFFF.
    entries.sort((a, b) => host.compareBytes(a.bytes, b.bytes));
    const texts = entries.map(({ key }) => {
      const step = `[${JSON.stringify(key)}]`;
      return `${writeString(key)}:${inside(step, writeItem, dataProperty(value, key))}`;
    });
    return `{${texts.join(',')}}`;
  };
}

/** @type {(type: RecordType, made: Map<SchemaType, Write>) => Write} */
function recordWriter(type, made) {
  const known = made.get(type);
  if (known !== undefined) return known;
  const fields = type.fields.map(({ name }, i) => {
    const prefix = `${i > 0 ? ',' : ''}"${name}":`;
    return { name, step: `.${name}`, prefix, write: /** @type {Write} */ (writeString) };
  });
  /** @type {Write} */
  const write = (value) => {
    expectObject(value, `a record ${type.name}`);
    let text = '{';
    for (const field of fields) {
      text += field.prefix + inside(field.step, field.write, dataProperty(value, field.name));
    }
    if (Object.keys(value).length !== fields.length) throw extraField(value, fields);
    return `${text}}`;
  };
  made.set(type, write);
  fields.forEach((field, i) => {
    field.write = writerOf(type.fields[i].type, made);
  });
  return write;
}

/** @type {(value: Value, fields: {name: string}[]) => Error} */
function extraField(value, fields) {
  const extra = Object.keys(value).find((key) => !fields.some((field) => field.name === key));
  return new ValueError(`a property that the schema does not have: ${JSON.stringify(extra)}`);
}

/** @type {(union: UnionType, made: Map<SchemaType, Write>) => Write} */
function unionWriter(union, made) {
  const writers = new Map(union.branches.map((branch) => [branch, writerOf(branch, made)]));
  const reals = union.byKind.get('real') ?? [];
  const onlyFloats = reals.every((branch) => branch.type === 'float');
  /** @type {Write} */
  const writeReal = (value) => {
    if (onlyFloats) expectFloat(value);
    return writeDouble(value);
  };
  return (value) => {
    if (host.isProxy(value)) throw new ValueError('found a Proxy');
    const choice = chooseBranch(union, value);
    if (choice === undefined) throw unexpected('a value of a branch', value);
    const write = choice.kind === 'real' ? writeReal : /** @type {Write} */ (writers.get(choice.branch));
    const text = write(value);
    return union.marked && choice.kind !== 'null' ? `{"${choice.kind}":${text}}` : text;
  };
}

/** @type {(value: Value, what: string) => void} */
function expectObject(value, what) {
  const isObject = value !== null && typeof value === 'object' && !host.isProxy(value) && !Array.isArray(value);
  expect(isObject, what, value);
}

/** @type {(object: Value, name: string) => Value} */
function dataProperty(object, name) {
  const property = Object.getOwnPropertyDescriptor(object, name);
  if (property === undefined) throw new ValueError('missing').within(`.${name}`);
  if (!('value' in property)) throw new ValueError('a getter or setter, not a data property').within(`.${name}`);
  if (!property.enumerable) throw new ValueError('a property that is not enumerable').within(`.${name}`);
  return property.value;
}

/** @type {(step: string, write: Write, value: Value) => string} */
function inside(step, write, value) {
  try {
    return write(value);
  } catch (error) {
    throw error instanceof ValueError ? error.within(step) : error;
  }
}

/** @type {(condition: boolean, what: string, value: Value) => void} */
function expect(condition, what, value) {
  if (!condition) throw unexpected(what, value);
}

/** @type {(what: string, value: Value) => Error} */
function unexpected(what, value) {
  return new ValueError(`expected ${what}, found ${describe(value)}`);
}

/** @type {(value: Value) => string} */
function describe(value) {
  return host.isProxy(value) ? 'a Proxy' : host.describe(value);
}

module.exports = { makeWriter };
