'use strict';

const { Packr } = require('msgpackr');

/** Structures that writers and readers share from the start, as they share the schema: the names of each record's fields. */
class Adapter {
  static library = 'msgpackr';

  static version = require('./node_modules/msgpackr/package.json').version;

  /**
   * @param {string} schemaText an Avro schema, JSON
   * @param {object} tools the kit's
   */
  constructor(schemaText, tools) {
    const structures = structuresOf(JSON.parse(schemaText));
    this.packr = new Packr({
      structures,
      // No more than those of the schema: what else is an object is a map, whose keys tell nothing of the next one's.
      maxSharedStructures: structures.length,
      copyBuffers: true,
      int64AsType: 'auto',
    });
    // The library writes bigints as integers, but numbers beyond 32 bits as floats.
    this.toMessagePack = tools.makeLongConverter(BigInt);
  }

  encode(record) {
    return this.packr.pack(this.toMessagePack(record));
  }

  decode(bytes) {
    return this.packr.unpack(bytes);
  }
}

/**
 * @param {*} schema an Avro schema
 * @returns {string[][]} the field names of its records, each list once
 */
function structuresOf(schema) {
  const found = new Map();
  const visit = (part) => {
    if (Array.isArray(part)) part.forEach(visit);
    if (part === null || typeof part !== 'object') return;
    if (part.type === 'record') {
      const names = part.fields.map((field) => field.name);
      found.set(JSON.stringify(names), names);
      part.fields.forEach((field) => visit(field.type));
    }
    [part.items, part.values, part.type].forEach(visit);
  };
  visit(schema);
  return [...found.values()];
}

module.exports = { Adapter };
