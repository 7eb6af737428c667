'use strict';

const { analyseUnion } = require('./unions');

/**
 * A parsed schema type. Named types are shared, so a recursive schema makes a cycle.
 *
 * @typedef {{type: string}} PrimitiveType
 * @typedef {{type: 'record', name: string, fields: {name: string, type: SchemaType}[]}} RecordType
 * @typedef {{type: 'enum', name: string, symbols: string[]}} EnumType
 * @typedef {{type: 'fixed', name: string, size: number}} FixedType
 * @typedef {{type: 'array', items: SchemaType}} ArrayType
 * @typedef {{type: 'map', values: SchemaType}} MapType
 * @typedef {{type: 'union', branches: SchemaType[], byKind: Map<string, SchemaType[]>, marked: boolean}} UnionType
 * @typedef {PrimitiveType|RecordType|EnumType|FixedType|ArrayType|MapType|UnionType} SchemaType
 */

const PRIMITIVES = new Set(['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);

/**
 * @param {string} text an Avro schema, JSON
 * @returns {SchemaType}
 * @throws {Error} where the text is not JSON or not a schema
 */
function parseSchema(text) {
  return parseType(JSON.parse(text), '', new Map());
}

function parseType(schema, namespace, named) {
  if (typeof schema === 'string') return lookUp(schema, namespace, named);
  if (Array.isArray(schema)) {
    return analyseUnion(schema.map((branch) => parseType(branch, namespace, named)));
  }
  if (schema === null || typeof schema !== 'object') {
    throw new Error(`not a schema: ${JSON.stringify(schema)}`);
  }
  switch (schema.type) {
    case 'array':
      return { type: 'array', items: parseType(schema.items, namespace, named) };
    case 'map':
      return { type: 'map', values: parseType(schema.values, namespace, named) };
    case 'record':
    case 'error':
      return parseRecord(schema, namespace, named);
    case 'enum':
      if (!Array.isArray(schema.symbols)) throw new Error(`enum without symbols: ${schema.name}`);
      return define(schema, namespace, named, { type: 'enum', symbols: schema.symbols });
    case 'fixed':
      if (!Number.isInteger(schema.size)) throw new Error(`fixed without size: ${schema.name}`);
      return define(schema, namespace, named, { type: 'fixed', size: schema.size });
    default:
      return parseType(schema.type, namespace, named);
  }
}

function parseRecord(schema, namespace, named) {
  const record = define(schema, namespace, named, { type: 'record', fields: [] });
  if (!Array.isArray(schema.fields)) throw new Error(`record without fields: ${schema.name}`);
  const inner = namespaceOf(record.name);
  // The record is already known by its name here, so its fields may refer to it.
  for (const field of schema.fields) {
    if (typeof field.name !== 'string') throw new Error(`field without a name in ${record.name}`);
    record.fields.push({ name: field.name, type: parseType(field.type, inner, named) });
  }
  return record;
}

function define(schema, namespace, named, type) {
  if (typeof schema.name !== 'string') throw new Error(`${type.type} without a name`);
  type.name = fullName(schema.name, schema.namespace ?? namespace);
  if (named.has(type.name)) throw new Error(`${type.name} is defined twice`);
  named.set(type.name, type);
  return type;
}

function lookUp(name, namespace, named) {
  if (PRIMITIVES.has(name)) return { type: name };
  const type = named.get(fullName(name, namespace));
  if (type === undefined) throw new Error(`unknown type ${name}`);
  return type;
}

function fullName(name, namespace) {
  return name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;
}

function namespaceOf(name) {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/**
 * @param {SchemaType} type
 * @returns {SchemaType[]} the types that its values hold
 */
function innerTypes(type) {
  switch (type.type) {
    case 'record':
      return type.fields.map((field) => field.type);
    case 'union':
      return type.branches;
    default:
      return [type.items ?? type.values].filter(Boolean);
  }
}

/**
 * @param {string} name
 * @returns {string} the code of that key in an object literal
 */
function literalKey(name) {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

module.exports = { innerTypes, literalKey, parseSchema };
