'use strict';

/**
 * A type of the schema. Types that are equal are one object; a record that holds itself makes a cycle.
 *
 * @typedef {'null'|'boolean'|'int'|'long'|'float'|'double'|'string'|'bytes'} Primitive
 * @typedef {{type: Primitive, kind: string}} PrimitiveType
 * @typedef {{type: 'record', kind: string, name: string, fields: {name: string, type: SchemaType}[]}} RecordType
 * @typedef {{type: 'enum', kind: string, name: string, symbols: string[]}} EnumType
 * @typedef {{type: 'fixed', kind: string, name: string, size: number}} FixedType
 * @typedef {{type: 'array', kind: string, items: SchemaType}} ArrayType
 * @typedef {{type: 'map', kind: string, values: SchemaType}} MapType
 * @typedef {{type: 'union', branches: SchemaType[], byKind: Map<string, SchemaType[]>, marked: boolean}} UnionType
 * @typedef {PrimitiveType|RecordType|EnumType|FixedType|ArrayType|MapType|UnionType} SchemaType
 */

/**
 * A type as the table of the resolved schema has it, which refers to others by number; each has some of these keys.
 *
 * @typedef {object} Entry
 * @property {*} type
 * @property {string} kind
 * @property {{name: string, type: number}[]} fields
 * @property {number} items
 * @property {number} values
 * @property {number[]} branches
 * @property {Object<string, number[]>} by_kind
 * @property {boolean} marked
 */

/**
 * @param {string} text a resolved schema, JSON (docs/contract.md): types that refer to each other by number
 * @returns {SchemaType} the schema's own type
 * @throws {Error} where the text is not JSON or no such table
 */
function readSchema(text) {
  const { root, types } = JSON.parse(text);
  /** @type {SchemaType[]} */
  const made = [];
  for (const entry of types) made.push(makeType(entry, made));
  // The fields of records may refer to any type, and so are filled when all are made.
  types.forEach((/** @type {Entry} */ entry, /** @type {number} */ number) => {
    const type = made[number];
    if (type.type === 'record') type.fields = entry.fields.map((field) => ({ ...field, type: at(made, field.type) }));
  });
  return at(made, root);
}

/** @type {(entry: Entry, made: SchemaType[]) => SchemaType} */
function makeType(entry, made) {
  switch (entry.type) {
    case 'array':
      return { ...entry, items: at(made, entry.items) };
    case 'map':
      return { ...entry, values: at(made, entry.values) };
    case 'union': {
      const branches = entry.branches.map((number) => at(made, number));
      const kinds = Object.entries(entry.by_kind);
      const byKind = new Map(kinds.map(([kind, positions]) => [kind, positions.map((position) => branches[position])]));
      return { type: 'union', branches, byKind, marked: entry.marked };
    }
    default:
      return { ...entry };
  }
}

/** @type {(made: SchemaType[], number: number) => SchemaType} */
function at(made, number) {
  if (made[number] === undefined) throw new Error(`no type ${number} to refer to`);
  return made[number];
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
    case 'array':
      return [type.items];
    case 'map':
      return [type.values];
    default:
      return [];
  }
}

/**
 * @param {string} name
 * @returns {string} the code of that key in an object literal
 */
function literalKey(name) {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

module.exports = { innerTypes, literalKey, readSchema };
