// What holds for any schema and any value, both by chance.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import { FileBytes, fileOf, Schema } from 'ingot';

import { ENGINES, hex } from './rows.js';
import { schemas } from './schemas.js';

const RUNS = { numRuns: Number(process.env.INGOT_RUNS ?? 150) };

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
