// What holds for any schema and any value, both by chance.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import { FileBytes, fileOf, Schema } from 'ingot';

import { ENGINES, hex } from './rows.js';

const RUNS = { numRuns: Number(process.env.INGOT_RUNS ?? 150) };

const LOGICAL = [
  { type: 'long', logicalType: 'timestamp-micros' },
  { type: 'int', logicalType: 'time-millis' },
  { type: 'string', logicalType: 'uuid' },
  { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 },
  { type: 'bytes', logicalType: 'big-decimal' },
];

/** Schemas whose named types have names of their own. */
const schemas = fc
  .letrec((tie) => ({
    type: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom('null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string', ...LOGICAL),
      fc.integer({ min: 0, max: 20 }).map((size) => ({ type: 'fixed', size })),
      fc
        .uniqueArray(fc.constantFrom('A', 'B', 'toString', '__proto__', 'x1'), { minLength: 1 })
        .map((symbols) => ({ type: 'enum', symbols })),
      tie('type').map((items) => ({ type: 'array', items })),
      tie('type').map((values) => ({ type: 'map', values })),
      fc.uniqueArray(tie('branch'), { minLength: 1, maxLength: 4, selector: kindOf }),
      tie('record'),
    ),
    branch: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('null', 'int', 'string', 'double', 'bytes'),
      tie('type').filter((type) => !Array.isArray(type)),
    ),
    record: fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__'), tie('type')), {
        maxLength: 5,
        selector: ([name]) => name,
      })
      .map((fields) => ({ type: 'record', fields: fields.map(([name, type]) => ({ name, type })) })),
  }))
  .type.map(named);

function kindOf(type) {
  const word = typeof type === 'string' ? type : type.type;
  return ['record', 'enum', 'fixed'].includes(word) ? type : word;
}

/** A copy in which each named type has another name. */
function named(schema) {
  let count = 0;
  const name = (type) => {
    if (Array.isArray(type)) return type.map(name);
    if (typeof type !== 'object') return type;
    const own = ['record', 'enum', 'fixed'].includes(type.type) ? { name: `T${count++}` } : {};
    const parts = Object.fromEntries(
      ['items', 'values'].filter((key) => key in type).map((key) => [key, name(type[key])]),
    );
    const fields =
      type.fields === undefined ? {} : { fields: type.fields.map((field) => ({ ...field, type: name(field.type) })) };
    return { ...type, ...own, ...parts, ...fields };
  };
  return name(schema);
}

const text = (schema) => JSON.stringify(schema);

for (const engine of ENGINES) {
  test(`what is written is read: ${engine}`, () => {
    fc.assert(
      fc.property(schemas, fc.integer(), (literal, seed) => {
        const schema = Schema.parse(text(literal), { unions: 'tagged', engine });
        const value = schema.random(seed);
        const bytes = schema.encode(value);
        assert.deepStrictEqual(schema.decode(bytes), value);
        assert.deepStrictEqual(schema.resolve(schema).decode(bytes), value);
        assert.deepStrictEqual(schema.fromJson(schema.toJson(value)), value);
        assert.deepStrictEqual([...new FileBytes(fileOf(schema, [value, value]), { schema })], [value, value]);
        assert.deepStrictEqual(schema.exactly, { written: 0, read: 0 });
        const again = Schema.parse(schema.canonicalForm());
        assert.equal(again.fingerprint(), schema.fingerprint());
      }),
      RUNS,
    );
  });

  test(`plain values are read as some value that is written alike: ${engine}`, () => {
    fc.assert(
      fc.property(schemas, fc.integer(), (literal, seed) => {
        const schema = Schema.parse(text(literal), { engine });
        const value = schema.random(seed);
        // A float such as -5 looks like the int that a time of day is.
        fc.pre(schema.isValid(value));
        const bytes = schema.encode(value);
        assert.equal(hex(schema.encode(schema.decode(bytes))), hex(bytes));
      }),
      RUNS,
    );
  });

  test(`cut and spoiled bytes are values or errors, the same by both readers: ${engine}`, () => {
    fc.assert(
      fc.property(schemas, fc.integer(), fc.nat(), fc.integer({ min: 1, max: 255 }), (literal, seed, place, flip) => {
        const schema = Schema.parse(text(literal), { unions: 'tagged', engine });
        const bytes = Uint8Array.from(schema.encode(schema.random(seed)));
        const ends = (spoiled) => {
          try {
            return { value: schema.decode(spoiled) };
          } catch (error) {
            assert.equal(error.name, 'DecodeError', error.stack);
            return { kind: error.kind };
          }
        };
        if (bytes.length === 0) return;
        ends(bytes.subarray(0, place % bytes.length));
        const spoiled = Uint8Array.from(bytes);
        spoiled[place % bytes.length] ^= flip;
        const found = ends(spoiled);
        // What is right leniently only is not read; what is read strictly is read leniently, too, as the same value.
        if ('value' in found) assert.deepStrictEqual(schema.decode(spoiled, { lenient: true }), found.value);
      }),
      RUNS,
    );
  });
}
