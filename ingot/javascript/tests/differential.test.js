// Ingot beside avsc and avro-js, on schemas, values and spoiled bytes by chance.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import avroJs from 'avro-js';
import avsc from 'avsc';
import fc from 'fast-check';
import * as dropIn from 'ingot/avsc';
import { Schema } from 'ingot';

import { plain } from './alike.js';
import { ENGINES } from './rows.js';
import { schemas } from './schemas.js';

const RUNS = { numRuns: Number(process.env.INGOT_RUNS ?? 150) };
const MOST = Number.MAX_SAFE_INTEGER;

/** Whether something holds of a value, or of one within it. */
function within(value, holds) {
  if (holds(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => within(inner, holds));
}

const LONG = {
  what: 'a long at 2^53 - 1 or beyond',
  of: (_, value) => within(value, (one) => typeof one === 'bigint' || one === MOST || one === -MOST),
  example: ['long', MOST],
};
const SYMBOL = {
  what: 'a symbol that objects have from their prototype',
  of: (schema) => within(schema, ({ symbols } = {}) => symbols?.some((symbol) => symbol in {})),
  example: [{ type: 'enum', name: 'E', symbols: ['toString'] }, 'toString'],
};
const FIELD = {
  what: 'a field that is called __proto__',
  of: (schema) => within(schema, ({ fields } = {}) => fields?.some(({ name }) => name === '__proto__')),
  example: [
    { type: 'record', name: 'R', fields: [{ name: '__proto__', type: 'int' }] },
    Object.fromEntries([['__proto__', 5]]),
  ],
};
const INHERITED = {
  what: 'a field that objects have from their prototype',
  of: (schema) => within(schema, ({ fields } = {}) => fields?.some(({ name }) => name in {})),
  example: [{ type: 'record', name: 'R', fields: [{ name: 'constructor', type: 'int' }] }, { constructor: 5 }],
};
const SIZE = {
  what: 'a fixed of no bytes',
  of: (schema) => within(schema, ({ size } = {}) => size === 0),
  example: [{ type: 'fixed', name: 'F', size: 0 }, Buffer.alloc(0)],
};

/** The libraries, how their unions look, and in what they differ from Ingot. These lists may only shrink. */
const LIBRARIES = [
  ['avsc', 'ambiguous', (schema) => avsc.Type.forSchema(schema), [LONG, SYMBOL, FIELD]],
  ['avro-js', 'tagged', (schema) => avroJs.parse(JSON.stringify(schema)), [LONG, SYMBOL, INHERITED, SIZE]],
  ['the drop-in', 'ambiguous', (schema) => dropIn.Type.forSchema(schema), []],
];

/** Values whose maps have a prototype, which avro-js asks for. */
function withPrototypes(value) {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(withPrototypes);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPrototypes(inner)]));
}

/** The other library writes the value as Ingot does, and reads it from Ingot's bytes. */
function alike(make, schema, ingot, value) {
  const type = make(schema);
  const bytes = ingot.encode(value);
  assert.deepStrictEqual(plain(type.fromBuffer(bytes)), plain(value));
  assert.ok(type.toBuffer(withPrototypes(value)).equals(bytes), 'other bytes');
}

for (const [name, unions, make, differences] of LIBRARIES) {
  const parse = (schema, engine) => Schema.parse(JSON.stringify(schema), { unions, bytes: 'Buffer', engine });
  const differs = (schema, value) => differences.some(({ of }) => of(schema, value));

  for (const engine of ENGINES) {
    test(`values by chance are those of ${name}: ${engine}`, () => {
      fc.assert(
        fc.property(schemas, fc.integer(), (schema, seed) => {
          const ingot = parse(schema, engine);
          const value = ingot.random(seed);
          if (!differs(schema, value)) alike(make, schema, ingot, value);
        }),
        RUNS,
      );
    });

    test(`spoiled bytes that are read are read alike by ${name}: ${engine}`, () => {
      fc.assert(
        fc.property(schemas, fc.integer(), fc.nat(), fc.integer({ min: 1, max: 255 }), (schema, seed, place, flip) => {
          const ingot = parse(schema, engine);
          const bytes = Buffer.from(ingot.encode(ingot.random(seed)));
          if (bytes.length === 0) return;
          bytes[place % bytes.length] ^= flip;
          let value;
          try {
            value = ingot.decode(bytes);
          } catch (error) {
            // They read much of what Ingot refuses: the rows say what that is.
            assert.equal(error.name, 'DecodeError', error.stack);
            return;
          }
          if (!differs(schema, value)) assert.deepStrictEqual(plain(make(schema).fromBuffer(bytes)), plain(value));
        }),
        RUNS,
      );
    });
  }

  for (const { what, of, example } of differences) {
    test(`${name} differs from Ingot: ${what}`, () => {
      const [schema, value] = example;
      assert.ok(of(schema, value));
      const ingot = parse(schema);
      assert.deepStrictEqual(plain(ingot.decode(ingot.encode(value))), plain(value));
      assert.throws(() => alike(make, schema, ingot, value));
    });
  }
}
