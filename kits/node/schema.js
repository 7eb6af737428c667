'use strict';

/**
 * A type of the schema. Types that are equal are one object; a record that holds itself makes a cycle.
 *
 * @typedef {{type: string, kind: string}} PrimitiveType
 * @typedef {{type: 'record', kind: string, name: string, fields: {name: string, type: SchemaType}[]}} RecordType
 * @typedef {{type: 'enum', kind: string, name: string, symbols: string[]}} EnumType
 * @typedef {{type: 'fixed', kind: string, name: string, size: number}} FixedType
 * @typedef {{type: 'array', kind: string, items: SchemaType}} ArrayType
 * @typedef {{type: 'map', kind: string, values: SchemaType}} MapType
 * @typedef {{type: 'union', branches: SchemaType[], byKind: Map<string, SchemaType[]>, marked: boolean}} UnionType
 * @typedef {PrimitiveType|RecordType|EnumType|FixedType|ArrayType|MapType|UnionType} SchemaType
 */

/**
 * @param {string} text a resolved schema, JSON (docs/contract.md): types that refer to each other by number
 * @returns {SchemaType} the schema's own type
 * @throws {Error} where the text is not JSON or no such table
 */
function readSchema(text) {
  const { root, types } = JSON.parse(text);
  const made = [];
  for (const entry of types) made.push(makeType(entry, made));
  // The fields of records may refer to any type, and so are filled when all are made.
  types.forEach((entry, number) => {
    if (entry.type !== 'record') return;
    made[number].fields = entry.fields.map(({ name, type }) => ({ name, type: at(made, type) }));
  });
  return at(made, root);
}

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

module.exports = { innerTypes, literalKey, readSchema };
