'use strict';

/** @import { RecordType, SchemaType, UnionType } from './schema' */
/** @import { Convert, Value } from './types' */

const { ValueError } = require('./errors');
const host = require('./host');
const { literalKey } = require('./schema');
const { chooseBranch, hasExactly, isInt, isLong } = require('./unions');

const bits = new DataView(new ArrayBuffer(8));

/**
 * Makes the function that turns a parsed canonical JSON text into the plain value of a schema type.
 *
 * @param {SchemaType} type
 * @returns {Convert} throws a ValueError where the text is not canonical for the type
 */
function makeReader(type) {
  return readerOf(type, new Map());
}

/** @type {(type: SchemaType, made: Map<SchemaType, Convert>) => Convert} */
function readerOf(type, made) {
  switch (type.type) {
    case 'record':
      return recordReader(type, made);
    case 'array':
      return arrayReader(readerOf(type.items, made));
    case 'map':
      return mapReader(readerOf(type.values, made));
    case 'union':
      return unionReader(type, made);
    case 'enum':
      return (json) => expect(type.symbols.includes(json), `a symbol of ${type.name}`, json);
    case 'fixed':
      return (json) => {
        const bytes = readBytes(json);
        expect(bytes.length === type.size, `${type.size} bytes`, json);
        return bytes;
      };
    default:
      return PRIMITIVE_READERS[type.type];
  }
}

/** @type {Object<string, Convert>} */
const PRIMITIVE_READERS = {
  null: (json) => expect(json === null, 'null', json),
  boolean: (json) => expect(typeof json === 'boolean', 'a boolean', json),
  int: (json) => expect(isInt(json), 'an int', json),
  long: readLong,
  float: readFloat,
  double: readDouble,
  string: (json) => expect(typeof json === 'string', 'a string', json),
  bytes: readBytes,
};

/** @type {Convert} */
function readLong(json) {
  if (typeof json !== 'string') return expect(Number.isSafeInteger(json), 'a long', json);
  expect(/^-?[1-9][0-9]*$/.test(json), 'a long', json);
  const value = BigInt(json);
  expect(isLong(value) && !Number.isSafeInteger(Number(value)), 'a long beyond 2^53 - 1', json);
  return value;
}

/** @type {Convert} */
function readFloat(json) {
  expect(typeof json === 'string' && /^[0-9a-f]{8}$/.test(json), 'the 8 digits of a float', json);
  bits.setUint32(0, parseInt(json, 16));
  return bits.getFloat32(0);
}

/** @type {Convert} */
function readDouble(json) {
  expect(typeof json === 'string' && /^[0-9a-f]{16}$/.test(json), 'the 16 digits of a double', json);
  bits.setUint32(0, parseInt(json.slice(0, 8), 16));
  bits.setUint32(4, parseInt(json.slice(8), 16));
  return bits.getFloat64(0);
}

/** @type {Convert} */
function readBytes(json) {
  const hexadecimal = typeof json === 'string' && json.length % 2 === 0 && /^[0-9a-f]*$/.test(json);
  expect(hexadecimal, 'the digits of bytes', json);
  return host.fromHex(json);
}

/** @type {(readItem: Convert) => Convert} */
function arrayReader(readItem) {
  return (json) => {
    expect(Array.isArray(json), 'an array', json);
    return json.map((/** @type {Value} */ item, /** @type {number} */ index) => inside(`[${index}]`, readItem, item));
  };
}

/** @type {(readItem: Convert) => Convert} */
function mapReader(readItem) {
  return (json) => {
    expect(isObject(json), 'a map', json);
    // fromEntries defines properties, so that a key like __proto__ is a key like any other.
    return Object.fromEntries(
      Object.keys(json).map((key) => [key, inside(`[${JSON.stringify(key)}]`, readItem, json[key])]),
    );
  };
}

/** @type {(type: RecordType, made: Map<SchemaType, Convert>) => Convert} */
function recordReader(type, made) {
  const known = made.get(type);
  if (known !== undefined) return known;
  /** @type {Convert[]} */
  const readers = [];
  const build = objectBuilder(type.fields.map((field) => field.name));
  /** @type {Convert} */
  const read = (json) => {
    expect(isObject(json) && hasExactly(json, type.fields), `the fields of ${type.name}`, json);
    const values = type.fields.map((field, i) => inside(`.${field.name}`, readers[i], json[field.name]));
    return build(values);
  };
  made.set(type, read);
  for (const field of type.fields) readers.push(readerOf(field.type, made));
  return read;
}

// An object literal, as users write it: V8 lays it out otherwise than an object that grows field by field.
/** @type {(names: string[]) => Convert} */
function objectBuilder(names) {
  const properties = names.map((name, i) => `${literalKey(name)}: values[${i}]`);
  return /** @type {Convert} */ (new Function('values', `return {${properties.join(', ')}};`));
}

/** @type {(union: UnionType, made: Map<SchemaType, Convert>) => Convert} */
function unionReader(union, made) {
  const readers = new Map(union.branches.map((branch) => [branch, readerOf(branch, made)]));
  return (json) => {
    if (json === null) return expect(union.byKind.has('null'), 'a value other than null', json);
    const { kind, text } = union.marked ? unmark(json) : { kind: kindOfText(union, json), text: json };
    const branches = union.byKind.get(kind);
    if (branches === undefined) throw unexpected('a value of a branch', json);
    const value = readKind(branches, readers, kind, text);
    expect(chooseBranch(union, value) !== undefined, 'a value of a branch', json);
    return value;
  };
}

/** @type {(json: Value) => {kind: string, text: Value}} */
function unmark(json) {
  expect(isObject(json) && Object.keys(json).length === 1, 'a value marked by its kind', json);
  const kind = Object.keys(json)[0];
  return { kind, text: json[kind] };
}

/** @type {(union: UnionType, json: Value) => string} */
function kindOfText(union, json) {
  if (typeof json === 'boolean') return 'boolean';
  if (Array.isArray(json)) return 'array';
  if (isObject(json)) {
    return recordAmong(union.byKind.get('record') ?? [], json) ? 'record' : 'map';
  }
  // Not marked, so at most one of these kinds is in the union.
  return ['integer', 'real', 'string', 'bytes'].find((kind) => union.byKind.has(kind)) ?? '';
}

/** @type {(branches: SchemaType[], readers: Map<SchemaType, Convert>, kind: string, text: Value) => Value} */
function readKind(branches, readers, kind, text) {
  switch (kind) {
    case 'integer':
      return readLong(text);
    case 'real':
      return readDouble(text);
    case 'string':
      return PRIMITIVE_READERS.string(text);
    case 'bytes':
      return readBytes(text);
    case 'record': {
      const branch = isObject(text) ? recordAmong(branches, text) : undefined;
      if (branch === undefined) throw unexpected('the fields of a record of the union', text);
      return readerAt(readers, branch)(text);
    }
    default:
      return readerAt(readers, branches[0])(text);
  }
}

/** @type {(branches: SchemaType[], json: Value) => SchemaType|undefined} */
function recordAmong(branches, json) {
  return branches.find((branch) => branch.type === 'record' && hasExactly(json, branch.fields));
}

/** @type {(readers: Map<SchemaType, Convert>, branch: SchemaType) => Convert} */
function readerAt(readers, branch) {
  return /** @type {Convert} */ (readers.get(branch));
}

/** @type {(json: Value) => boolean} */
function isObject(json) {
  return json !== null && typeof json === 'object' && !Array.isArray(json);
}

/** @type {(step: string, read: Convert, json: Value) => Value} */
function inside(step, read, json) {
  try {
    return read(json);
  } catch (error) {
    throw error instanceof ValueError ? error.within(step) : error;
  }
}

/** @type {(condition: boolean, what: string, json: Value) => Value} */
function expect(condition, what, json) {
  if (!condition) throw unexpected(what, json);
  return json;
}

/** @type {(what: string, json: Value) => Error} */
function unexpected(what, json) {
  return new ValueError(`expected ${what}, found ${JSON.stringify(json)?.slice(0, 60)}`);
}

module.exports = { makeReader };
