// The drop-in for avsc where it is easily wrong: logical types, resolvers as checks, long longs, headers.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import avsc from 'avsc';
import * as dropIn from 'ingot/avsc';

import { alike, plain } from './alike.js';

const DAY = { type: 'long', logicalType: 'day' };

/** Options with a class for values that are Dates. */
function days(library, more = {}) {
  class Day extends library.types.LogicalType {
    _fromValue(value) {
      return new Date(value);
    }
    _toValue(value) {
      return value instanceof Date ? +value : undefined;
    }
  }
  return { logicalTypes: { day: Day }, ...more };
}

test('a plain union writes a class beside its other branches', () => {
  const kind = { type: 'enum', name: 'Kind', symbols: ['abc', 'd'] };
  const schemas = [
    ['null', 'string', DAY],
    ['double', DAY],
    [DAY, 'double', 'null'],
    ['null', DAY],
    [DAY],
    ['boolean', DAY, kind],
    ['int', 'double', DAY],
    ['null', DAY, { type: 'array', items: DAY }],
    ['null', DAY, { type: 'record', name: 'R', fields: [{ name: 'day', type: ['string', DAY] }] }],
  ];
  const date = new Date(5);
  const values = ['abc', null, date, 7, 1.5, true, {}, { day: date }, { day: 'a' }, [date], undefined];
  for (const schema of schemas) {
    for (const wrapUnions of [undefined, true]) {
      for (const engine of ['generated', 'closures']) {
        const t = (library) => library.Type.forSchema(schema, days(library, { wrapUnions, engine }));
        alike((library) => t(library).typeName);
        for (const value of values) {
          for (const given of [value, { long: value }, { double: value }]) {
            alike((library) => [schema, value, t(library).toBuffer(given)]);
            alike((library) => [schema, value, t(library).isValid(given)]);
            alike((library) => [schema, value, t(library).fromBuffer(t(library).toBuffer(given))]);
            alike((library) => [schema, value, t(library).clone(given, { wrapUnions: true })]);
          }
        }
      }
    }
  }
});

test('what may be of two branches is refused', () => {
  const schema = ['null', 'string', DAY, { type: 'map', values: 'int' }];
  const record = { type: 'record', name: 'P', logicalType: 'point', fields: [{ name: 'x', type: 'int' }] };
  const t = (library, branches) => {
    class Lax extends library.types.LogicalType {
      _toValue(value) {
        return +value;
      }
      _fromValue(value) {
        return value;
      }
    }
    class Point extends library.types.LogicalType {
      _toValue(value) {
        return Array.isArray(value) ? { x: value[0] } : undefined;
      }
      _fromValue(value) {
        return [value.x];
      }
    }
    return library.Type.forSchema(branches, { logicalTypes: { day: Lax, point: Point } });
  };
  for (const value of ['5', 'x', null, 5, { a: 1 }, [5], ['x']]) {
    alike((library) => [value, t(library, schema).toBuffer(value)]);
    alike((library) => [value, t(library, schema).isValid(value)]);
    // The base type's parts are looked at, too.
    alike((library) => [value, t(library, ['null', record, 'string']).toBuffer(value)]);
    alike((library) => [value, t(library, ['null', record, { type: 'array', items: 'string' }]).toBuffer(value)]);
  }
});

test('faults within a class are told as in avsc', () => {
  const schema = { type: 'record', name: 'R', logicalType: 'shell', fields: [{ name: 'x', type: 'int' }] };
  for (const value of [{ in: { x: 1 } }, { in: { x: 'a' } }, { in: { x: 1, y: 1 } }, 5]) {
    alike((library) => {
      class Shell extends library.types.LogicalType {
        _fromValue(inner) {
          return { in: inner };
        }
        _toValue(outer) {
          return outer.in;
        }
      }
      const type = library.Type.forSchema(['null', schema], { logicalTypes: { shell: Shell } });
      const told = [];
      const errorHook = (path, part, inner) => told.push([path, part, inner.typeName]);
      return [type.isValid(value, { errorHook, noUndeclaredFields: true }), told];
    });
  }
});

test('a class counts on any type, and gets all of its schema', () => {
  const schemas = [
    { type: 'long', logicalType: 'date', unit: 'ms', most: { days: 7 } },
    { type: 'int', logicalType: 'date' },
    { type: 'string', logicalType: 'timestamp-millis' },
    { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2, more: 1 },
    { type: 'int', logicalType: 'decimal' },
    { type: 'fixed', name: 'F', size: 3, logicalType: 'odd', more: [1] },
    { type: 'enum', name: 'E', symbols: ['A'], logicalType: 'odd' },
    { type: 'array', items: { type: 'long', logicalType: 'date' }, logicalType: 'odd' },
    { type: 'record', name: 'R', logicalType: 'odd', fields: [{ name: 'a', type: 'int' }] },
  ];
  for (const schema of schemas) {
    alike((library) => {
      const got = [];
      class Any extends library.types.LogicalType {
        constructor(attributes, options) {
          super(attributes, options);
          got.push([attributes, this.underlyingType.typeName, this.underlyingType.size]);
        }
        _fromValue(value) {
          return { of: value };
        }
        _toValue(value) {
          return value.of;
        }
      }
      const logicalTypes = { date: Any, 'timestamp-millis': Any, decimal: Any, odd: Any };
      const type = library.Type.forSchema(schema, { logicalTypes });
      const base = { long: 5, int: 5, string: 'a', bytes: Buffer.from([1]), fixed: Buffer.from('abc'), enum: 'A' };
      const bare = { ...base, array: [{ of: 5 }], record: { a: 1 } }[schema.type];
      const bytes = type.toBuffer({ of: bare });
      got.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
      return [
        got,
        type.typeName,
        bytes,
        type.fromBuffer(bytes),
        type.isValid(bare),
        type.schema({ exportAttrs: true }),
      ];
    });
  }
});

test('a class that does not want a type leaves it as it is', () => {
  for (const assertLogicalTypes of [false, true]) {
    alike((library) => {
      class Even extends library.types.LogicalType {
        constructor(attributes, options) {
          super(attributes, options);
          if (attributes.step % 2 !== 0) throw new Error('odd');
        }
        _fromValue(value) {
          return [value];
        }
        _toValue(value) {
          return value[0];
        }
      }
      const fields = [2, 3].map((step) => ({ name: `a${step}`, type: { type: 'int', logicalType: 'even', step } }));
      const options = { logicalTypes: { even: Even }, assertLogicalTypes };
      const type = library.Type.forSchema({ type: 'record', name: 'R', fields }, options);
      const bytes = type.toBuffer({ a2: [1], a3: 1 });
      return [bytes, type.fromBuffer(bytes), type.fields.map((field) => field.type.typeName)];
    });
  }
});

/** A record of fields, each with its type. */
const record = (name, fields, more = {}) => ({
  type: 'record',
  name,
  fields: Object.entries(fields).map(([field, type]) => (type.name === field ? type : { name: field, type })),
  ...more,
});
const kinds = (name, symbols, more = {}) => ({ type: 'enum', name, symbols, ...more });
const fixed = (name, size) => ({ type: 'fixed', name, size });
const aliased = (name, ...aliases) => ({ name, type: 'int', aliases });
const chain = (name, type) => record(name, { next: ['null', name], value: type });

/** A reader, and a writer. */
const PAIRS = [
  ['int', ['null', 'int']],
  [['null', 'int'], 'int'],
  [
    ['null', 'int'],
    ['int', 'null'],
  ],
  [
    ['int', 'string'],
    ['int', 'boolean'],
  ],
  ['long', ['int', 'long']],
  ['double', ['int', 'long', 'float']],
  ['string', 'bytes'],
  ['int', 'long'],
  [kinds('E', ['A']), kinds('E', ['A', 'B'])],
  [kinds('E', ['A'], { default: 'A' }), kinds('E', ['A', 'B'])],
  [kinds('E', ['B', 'A']), kinds('E', ['A', 'B'])],
  [kinds('x.E', ['A']), kinds('y.E', ['A'])],
  [kinds('x.E', ['A'], { aliases: ['y.E'] }), kinds('y.E', ['A'])],
  [fixed('x.F', 2), fixed('y.F', 2)],
  [fixed('F', 2), fixed('F', 3)],
  [record('x.R', {}), record('y.R', {})],
  [record('x.R', {}, { aliases: ['y.R'] }), record('y.R', {})],
  [record('x.R', {}, { aliases: ['R'] }), record('x.R', {})],
  [[record('x.R', {}), record('y.R', {})], record('y.R', {})],
  [[record('x.R', {}), 'null'], record('y.R', {})],
  [record('R', { a: 'int' }), record('R', { a: ['null', 'int'] })],
  [record('R', { a: ['null', 'int'] }), record('R', { a: 'int' })],
  [record('R', { a: { type: 'array', items: 'int' } }), record('R', { a: { type: 'array', items: ['null', 'int'] } })],
  [
    { type: 'map', values: kinds('E', ['A']) },
    { type: 'map', values: kinds('E', ['B']) },
  ],
  [record('R', { a: aliased('a', 'b') }), record('R', { a: 'int', b: 'int' })],
  [record('R', { a: aliased('a', 'b') }), record('R', { b: 'int' })],
  [record('R', { a: { name: 'a', type: 'int', default: 1 } }), record('R', {})],
  [record('R', { a: 'int' }), record('R', {})],
  [chain('R', 'int'), chain('R', ['null', 'int'])],
  [chain('R', ['null', 'int']), chain('R', 'int')],
  [
    { type: 'record', fields: [] },
    { type: 'record', fields: [] },
  ],
];

test('a resolver is refused where avsc refuses it', () => {
  for (const [reader, writer] of PAIRS) {
    for (const ignoreNamespaces of [undefined, false, true]) {
      alike((library) => {
        const [to, from] = [reader, writer].map((schema) => library.Type.forSchema(schema));
        to.createResolver(from, { ignoreNamespaces });
        return [reader, writer];
      });
    }
  }
  const [to, from] = ['int', ['null', 'int']].map((schema) => dropIn.Type.forSchema(schema));
  assert.throws(() => to.createResolver(from), { name: 'ResolutionError', message: /int, the writer null/ });
});

const NUMBERS = record('N', { n: 'int' });

/** The bytes of a file. */
async function written(library, schema, values, options) {
  const encoder = new library.streams.BlockEncoder(schema, options);
  const chunks = [];
  encoder.on('data', (chunk) => chunks.push(chunk));
  for (const value of values) encoder.write(value);
  encoder.end();
  await once(encoder, 'end');
  return Buffer.concat(chunks);
}

test('a file is refused by a reader that cannot read all that may be in it', async () => {
  const file = await written(avsc, record('N', { n: ['null', 'int'] }), [{ n: 5 }]);
  for (const library of [avsc, dropIn]) {
    const decoder = new library.streams.BlockDecoder({ readerSchema: NUMBERS });
    // avsc tells it at once.
    const told = once(decoder, 'error');
    decoder.on('data', () => undefined).end(file);
    const [error] = await told;
    assert.ok(error instanceof Error);
  }
});

/** Asks both for the header of a file. */
async function headers(make) {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-headers-'));
  try {
    const told = [];
    for (const library of [avsc, dropIn]) {
      const path = join(folder, 'file.avro');
      writeFileSync(path, await make(library));
      told.push([true, false].map((decode) => plain(library.extractFileHeader(path, { decode }))));
    }
    assert.deepEqual(told[1], told[0]);
    return told[1][0];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('of a large file no more is read than its header', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-headers-'));
  try {
    const path = join(folder, 'file.avro');
    for (const size of [0, 4000, 5000, 100_000]) {
      const metadata = { notes: Buffer.alloc(size, 7) };
      const encoder = new dropIn.streams.BlockEncoder('int', { metadata, writeHeader: true });
      encoder.end();
      writeFileSync(path, Buffer.concat(await encoder.toArray()));
      truncateSync(path, 2 ** 32);
      const [theirs, ours] = [avsc, dropIn].map((library) => plain(library.extractFileHeader(path)));
      assert.deepEqual(ours, theirs);
      assert.equal(ours.meta.notes.length, size);
    }
    for (const length of [50, 4, 3, 0]) {
      truncateSync(path, length);
      const read = () => dropIn.extractFileHeader(path);
      if (length < 4) assert.equal(read(), null);
      else assert.throws(read, { kind: 'end-of-input' });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('entries of a header are written as avsc does', async () => {
  const metadata = { place: Buffer.from('Kyōto') };
  const options = { metadata, codec: 'deflate', syncMarker: Buffer.alloc(16, 1) };
  const { meta } = await headers((library) => written(library, NUMBERS, [{ n: 1 }], options));
  assert.deepEqual([Buffer.from(meta.place).toString(), meta['avro.codec']], ['Kyōto', 'deflate']);
  for (const library of [avsc, dropIn]) {
    assert.throws(() => new library.streams.BlockEncoder(NUMBERS, { metadata: { place: 'Kyōto' } }));
  }
  const own = { metadata: { 'avro.place': Buffer.from('Kyōto') } };
  assert.throws(() => new dropIn.streams.BlockEncoder(NUMBERS, own), { message: /names that begin with avro\./ });
});

test('headers of files that cannot be read are told', async () => {
  const file = await written(avsc, NUMBERS, [{ n: 1 }], { syncMarker: Buffer.alloc(16, 1) });
  const odd = Buffer.from(file.toString('latin1').replace('\bnull', '\bxxxx'), 'latin1');
  assert.equal((await headers(() => odd)).meta['avro.codec'], 'xxxx');
  assert.equal(await headers(() => Buffer.from('Obj\u0002', 'latin1')), null);
  assert.equal(await headers(() => Buffer.from('O')), null);
});

test('long longs of schemas are kept', () => {
  for (const [text, long] of [
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740993', 2n ** 53n + 1n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['9223372036854775807', 2n ** 63n - 1n],
  ]) {
    const field = { name: 'n', type: 'long', default: long };
    const schema = `{"type":"record","name":"R","fields":[{"name":"n","type":"long","default":${text}}]}`;
    const types = [dropIn.parse(schema), dropIn.Type.forSchema({ type: 'record', name: 'R', fields: [field] })];
    types.push(dropIn.Type.forSchema(types[0].schema({ exportAttrs: true })));
    types.push(dropIn.Type.forSchema({ type: 'array', items: types[0] }).itemsType);
    for (const type of types) {
      assert.equal(type.fromBuffer(type.toBuffer({})).n, long);
      assert.equal(type.fields[0].defaultValue(), long);
      assert.ok(type.equals(types[0], { strict: true }));
      if (JSON.rawJSON === undefined && typeof long === 'bigint') assert.throws(() => JSON.stringify(type), TypeError);
      else assert.ok(JSON.stringify(type).includes(text));
    }
    if (JSON.rawJSON !== undefined) {
      assert.equal(dropIn.Type.forSchema(types[0].toJSON()).fields[0].defaultValue(), long);
    }
  }
  alike((library) => library.parse('{"type": "record", "name": "R", "fields": [{"name": "n", "type": "lon"}]}'));
  alike((library) => library.parse('{"type": "int", "type": "long"}').typeName);
  const made = { type: 'long', at: { toJSON: () => 'now' }, later: () => 5 };
  alike((library) => JSON.stringify(library.Type.forSchema(made)));
  const round = { type: 'long' };
  round.self = round;
  assert.throws(() => dropIn.Type.forSchema(round), TypeError);
});
