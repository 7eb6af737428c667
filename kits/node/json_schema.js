'use strict';

/** @import { RecordType, SchemaType, UnionType } from './schema' */

const { innerTypes } = require('./schema');

/** @typedef {Record<string, unknown>} JsonSchema */

/** @type {Record<string, JsonSchema>} */
const SIMPLE = {
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  int: { type: 'integer' },
  long: { type: 'integer' },
  float: { type: 'number' },
  double: { type: 'number' },
  string: { type: 'string' },
  enum: { type: 'string' },
  bytes: { type: 'string' },
  fixed: { type: 'string' },
};
const MARK = { type: 'object', properties: { bytes: SIMPLE.bytes }, required: ['bytes'], additionalProperties: false };

/**
 * @param {SchemaType} type
 * @returns {JsonSchema} the JSON Schema (draft 7, with OpenAPI's `nullable`) of the type's values as JSON has them
 *   (docs/formats.md). A record stands where it is used, but for one that can hold itself, to which a reference leads.
 */
function jsonSchema(type) {
  const maker = new Maker();
  const root = maker.of(type);
  return { $schema: 'http://json-schema.org/draft-07/schema#', definitions: maker.definitions, ...root };
}

class Maker {
  constructor() {
    /** @type {Record<string, JsonSchema>} */
    this.definitions = {};
    /** @type {Map<RecordType, string>} */
    this.names = new Map();
  }

  /** @type {(type: SchemaType) => JsonSchema} */
  of(type) {
    switch (type.type) {
      case 'array':
        return { type: 'array', items: this.of(type.items) };
      case 'map':
        return { type: 'object', additionalProperties: this.of(type.values) };
      case 'record':
        return holdsItself(type) ? this.reference(type) : this.record(type);
      case 'union':
        return this.union(type);
      default:
        return SIMPLE[type.type];
    }
  }

  /** @type {(type: RecordType) => JsonSchema} */
  record(type) {
    const properties = Object.fromEntries(type.fields.map((field) => [field.name, this.of(field.type)]));
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  }

  /** @type {(type: RecordType) => JsonSchema} */
  reference(type) {
    let name = this.names.get(type);
    if (name === undefined) {
      name = `record${this.names.size}`;
      this.names.set(type, name);
      this.definitions[name] = this.record(type);
    }
    return { $ref: `#/definitions/${name}` };
  }

  /** @type {(union: UnionType) => JsonSchema} */
  union(union) {
    const others = union.branches.filter((branch) => branch.type !== 'null');
    const schemas = others.map((branch) => (union.marked && isBytes(branch) ? MARK : this.of(branch)));
    const [only] = schemas;
    if (schemas.length === 1 && others.length === union.branches.length) return only;
    if (schemas.length === 1 && !('$ref' in only)) return { ...only, nullable: true };
    return { anyOf: others.length < union.branches.length ? [SIMPLE.null, ...schemas] : schemas };
  }
}

/** @type {(type: SchemaType) => boolean} */
const isBytes = ({ type }) => type === 'bytes' || type === 'fixed';

/** @type {(type: RecordType) => boolean} */
function holdsItself(type) {
  /** @type {Set<SchemaType>} */
  const seen = new Set();
  const pending = [...innerTypes(type)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === type) return true;
    if (!seen.has(next)) pending.push(...innerTypes(next));
    seen.add(next);
  }
  return false;
}

module.exports = { jsonSchema };
