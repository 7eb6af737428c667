// What avsc and avro-js write, Ingot reads, and they read what it writes; and the drop-in does what avsc does.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import avroJs from 'avro-js';
import avsc from 'avsc';
import * as dropIn from 'ingot/avsc';
import { FileBytes, Schema } from 'ingot';

import { alike, plain } from './alike.js';

const TEA = {
  type: 'record',
  name: 'shop.Tea',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'grams', type: ['null', 'int'], default: null },
    { name: 'price', type: 'double' },
    { name: 'kind', type: { type: 'enum', name: 'Kind', symbols: ['GREEN', 'BLACK'] } },
    { name: 'tags', type: { type: 'array', items: 'string' } },
    { name: 'notes', type: { type: 'map', values: 'long' } },
    { name: 'hash', type: { type: 'fixed', name: 'Hash', size: 3 } },
    { name: 'raw', type: 'bytes' },
    { name: 'either', type: ['int', 'double', 'string'] },
    { name: 'next', type: ['null', 'shop.Tea'], default: null },
  ],
};

/** Longs that avsc holds, which refuses those near 2^53 and beyond. */
function withSmallLongs(value) {
  const notes = Object.fromEntries(Object.keys(value.notes).map((key, index) => [key, index]));
  return { ...value, notes, next: value.next === null ? null : withSmallLongs(value.next) };
}

const inner = Schema.parse(TEA, { unions: 'ambiguous', bytes: 'Buffer' });
const values = Array.from({ length: 300 }, (_, seed) => withSmallLongs(inner.random(seed)));

for (const [name, type] of [
  ['avsc', avsc.Type.forSchema(TEA)],
  ['the drop-in', dropIn.Type.forSchema(TEA)],
  ['the drop-in, by closures', dropIn.Type.forSchema(TEA, { engine: 'closures' })],
]) {
  test(`bytes are those of ${name}`, () => {
    for (const value of values) {
      const bytes = type.toBuffer(value);
      assert.ok(Buffer.isBuffer(bytes));
      assert.ok(bytes.equals(inner.encode(value)));
      assert.deepEqual(plain(type.fromBuffer(bytes)), plain(value));
      assert.ok(type.isValid(value));
    }
  });
}

test('bytes are those of avro-js', () => {
  const type = avroJs.parse(TEA);
  // All its unions are wrapped.
  const wrapped = Schema.parse(TEA, { unions: 'tagged', bytes: 'Buffer' });
  for (const value of values) {
    const tagged = wrapped.decode(inner.encode(value));
    const bytes = type.toBuffer(plainMaps(tagged));
    assert.ok(bytes.equals(wrapped.encode(tagged)));
    assert.deepEqual(plain(type.fromBuffer(bytes)), plain(tagged));
  }
});

/** avro-js asks maps for a method of their prototype. */
function plainMaps(value) {
  const next = value.next === null ? null : { 'shop.Tea': plainMaps(value.next['shop.Tea']) };
  return { ...value, notes: { ...value.notes }, next };
}

test('the drop-in answers as avsc does', () => {
  const tea = {
    name: 'a',
    price: 1.5,
    kind: 'GREEN',
    tags: ['x'],
    notes: { k: 1 },
    hash: Buffer.from('abc'),
    raw: Buffer.from('d'),
    either: { int: 1 },
  };
  const t = (library, schema = TEA, options) => library.Type.forSchema(schema, options);
  alike((library) => t(library).fromBuffer(t(library).toBuffer(tea)));
  alike((library) => t(library).clone(tea));
  alike((library) => t(library).clone({ ...tea, either: 2 }, { wrapUnions: true }));
  alike((library) => t(library).clone(JSON.parse(JSON.stringify(tea)), { coerceBuffers: true }));
  alike((library) => t(library).isValid({ ...tea, kind: 'RED' }));
  alike((library) => t(library).isValid({ ...tea, more: 1 }));
  alike((library) => t(library).isValid({ ...tea, more: 1 }, { noUndeclaredFields: true }));
  alike((library) => {
    const paths = [];
    t(library).isValid({ ...tea, tags: ['x', 5] }, { errorHook: (path) => paths.push(path) });
    return paths;
  });
  alike((library) => t(library).toBuffer({ ...tea, kind: 'RED' }));
  alike((library) => t(library, 'string').compare('a', 'b'));
  alike((library) => t(library, 'int').compare(5, 5));
  alike((library) => t(library, 'int').compareBuffers(Buffer.from([4]), Buffer.from([2])));
  alike((library) => t(library).fields.map((field) => [field.name, field.type.typeName, field.order]));
  alike((library) => t(library).fields[1].defaultValue());
  alike((library) => [
    t(library).name,
    t(library).typeName,
    t(library, 'int').typeName,
    t(library, ['int', 'long']).typeName,
  ]);
  alike((library) => t(library, ['null', 'int']).typeName);
  alike((library) => t(library, 'int').wrap(3));
  alike((library) => t(library, ['int', 'long']).toBuffer({ long: 3 }));
  alike((library) => t(library, ['null', 'int'], { wrapUnions: true }).fromBuffer(Buffer.from([2, 6])));
  alike((library) => t(library).schema());
  alike((library) => t(library).fingerprint());
  alike((library) => t(library).fingerprint('sha1'));
  alike((library) => t(library).equals(t(library)));
  alike((library) => t(library, 'long').decode(Buffer.from([2, 4, 6]), 1));
  alike((library) => t(library, 'string').decode(Buffer.from([2])));
  alike((library) => t(library, 'string').encode('abc', Buffer.alloc(10), 2));
  alike((library) => t(library, 'string').encode('abc', Buffer.alloc(3)));
  alike((library) => t(library, 'string').fromBuffer(Buffer.from([2, 97, 0])));
  alike((library) => t(library, 'string').fromBuffer(Buffer.from([2, 97, 0]), undefined, true));
  alike((library) => JSON.parse(t(library).toString(tea)));
  alike((library) => t(library).fromString(t(library).toString(tea)));
  alike((library) => t(library, { type: 'record', fields: [{ name: 'a', type: 'int' }] }).toBuffer({ a: 1 }));
  alike((library) => t(library, { type: 'array', items: t(library, 'int') }).toBuffer([1, 2]));
  const newer = {
    type: 'record',
    name: 'shop.Tea',
    fields: [
      { name: 'grams', type: ['null', 'long'] },
      { name: 'hot', type: 'boolean', default: true },
    ],
  };
  alike((library) =>
    t(library, newer).fromBuffer(
      t(library).toBuffer({ ...tea, grams: 3 }),
      t(library, newer).createResolver(t(library)),
    ),
  );
  alike((library) => {
    class DateType extends library.types.LogicalType {
      _fromValue(value) {
        return new Date(value).toISOString();
      }
      _toValue(value) {
        return typeof value === 'string' ? +new Date(value) : undefined;
      }
    }
    const type = t(library, { type: 'long', logicalType: 'my-date' }, { logicalTypes: { 'my-date': DateType } });
    return [type.fromBuffer(type.toBuffer('2024-02-29T00:00:00.000Z')), type.isValid('2024-02-29'), type.isValid(5)];
  });
});

test('the drop-in shows schemas, faults and fields as avsc does', () => {
  const t = (library, schema = TEA, options) => library.Type.forSchema(schema, options && { ...options });
  const named = { type: 'enum', name: 'N', symbols: ['A'] };
  const schemas = [
    TEA,
    { type: 'error', name: 'Oops', fields: [] },
    'int',
    { type: 'double' },
    ['null', named],
    { type: 'array', items: named },
  ];
  for (const options of [undefined, { namespace: 'zz' }, { wrapUnions: true }]) {
    for (const schema of schemas) {
      alike((library) => t(library, schema, options).toString());
      alike((library) => t(library, schema, options).inspect());
      for (const more of [{}, { exportAttrs: true }, { noDeref: true }]) {
        alike((library) => t(library, schema, options).schema(more));
      }
      alike((library) => t(library, schema, options).fingerprint());
      alike((library) => JSON.parse(JSON.stringify(t(library, schema, options))));
    }
  }
  alike((library) => t(library, [named, { type: 'array', items: 'N' }], { namespace: 'zz' }).schema());
  alike((library) => t(library, TEA).equals(t(library, TEA), { strict: true }));
  const tea = t(avsc).fromBuffer(t(avsc).toBuffer(values[0]));
  for (const part of [
    { name: 5 },
    { tags: ['a', 5, null], price: 'x' },
    { notes: { a: 'x', __proto__: null } },
    { next: { ...tea, kind: 'RED', next: 7 } },
    { either: { int: 'x' } },
    { either: { int: 1, double: 2 } },
    { hash: Buffer.from('abcd') },
  ]) {
    alike((library) => {
      const told = [];
      const errorHook = (path, value, type, whole) => told.push([path, value, type.typeName, whole === undefined]);
      return [t(library).isValid({ ...tea, ...part }, { errorHook }), told];
    });
  }
  alike((library) => t(library).isValid({ ...tea, next: { ...tea, more: 1 } }, { noUndeclaredFields: true }));
  alike((library) => {
    const met = [];
    t(library).clone(tea, { fieldHook: (field, value, type) => (met.push([field.name, type.name]), value) });
    return met;
  });
  alike((library) => t(library, ['null', 'int']).wrap(5));
});

test('the drop-in takes types of others as avsc does', () => {
  const t = (library, schema, options) => library.Type.forSchema(schema, options);
  alike((library) => {
    const registry = {};
    const kind = { type: 'enum', name: 'Kind', symbols: ['A'] };
    t(library, { type: 'record', name: 'a.X', fields: [{ name: 'kind', type: kind }] }, { registry });
    const fields = [
      { name: 'x', type: 'X' },
      { name: 'again', type: 'a.X' },
      { name: 'kind', type: 'Kind' },
    ];
    const type = t(library, { type: 'record', name: 'a.Y', fields }, { registry });
    const bytes = type.toBuffer({ x: { kind: 'A' }, again: { kind: 'A' }, kind: 'A' });
    return [type.schema(), bytes, type.fromBuffer(bytes), ['a.X', 'a.Kind', 'a.Y'].map((name) => name in registry)];
  });
  alike((library) => {
    const part = t(library, { type: 'record', name: 'X', fields: [] });
    const fields = ['a', 'b', 'c'].map((name) => ({
      name,
      type: name === 'c' ? { type: 'array', items: part } : part,
    }));
    return t(library, { type: 'record', name: 'Y', fields }).schema();
  });
  alike((library) => {
    class Day extends library.types.LogicalType {
      _fromValue(value) {
        return new Date(value).toISOString();
      }
      _toValue(value) {
        return typeof value === 'string' ? +new Date(value) : undefined;
      }
      _export(attributes) {
        attributes.unit = 'ms';
      }
    }
    const day = { type: 'long', logicalType: 'day' };
    const schema = { type: 'record', name: 'R', fields: [{ name: 'd', type: day }] };
    const type = t(library, schema, { logicalTypes: { day: Day } });
    return [type.schema(), type.schema({ exportAttrs: true }), type.fields[0].type.typeName, type.inspect()];
  });
  assert.throws(() => t(dropIn, 'int', { typeHook: () => undefined }), { message: /typeHook is not there/ });
});

/** What is other than in avsc, and meant to be: the table of docs/from-avsc.md. This list may only shrink. */
const DIFFERENCES = {
  'longs beyond 2^53 - 1': (library) =>
    library.Type.forSchema('long').fromBuffer(Buffer.from('8080808080808020', 'hex')),
  'ambiguous unions that are never wrapped': (library) =>
    library.Type.forSchema(['int', 'long'], { wrapUnions: 'never' }).toBuffer(3),
  'prototypes of maps': (library) =>
    Object.getPrototypeOf(library.Type.forSchema({ type: 'map', values: 'int' }).fromBuffer(Buffer.from([0]))) === null,
  'a boolean of another byte': (library) => library.Type.forSchema('boolean').fromBuffer(Buffer.from([2])),
  'text that is not UTF-8': (library) => library.Type.forSchema('string').fromBuffer(Buffer.from([2, 0xff])),
  'an int beyond 32 bits': (library) => library.Type.forSchema('int').fromBuffer(Buffer.from('8080808010', 'hex')),
  'half of a surrogate pair': (library) => library.Type.forSchema('string').toBuffer('\ud800'),
  'bytes for a map': (library) => library.Type.forSchema({ type: 'map', values: 'int' }).isValid(Buffer.from([1, 2])),
  'NaN in order': (library) => library.Type.forSchema('double').compare(NaN, NaN),
  'a float that is copied with options': (library) => library.Type.forSchema('float').clone(0.1, { wrapUnions: true }),
  'a float in JSON': (library) => library.Type.forSchema('float').toString(Math.fround(0.1)),
  'the branch of a union that is read': (library) => {
    const type = library.Type.forSchema(['float', 'int']);
    return type.fromBuffer(Buffer.from([2, 2]), type.createResolver(library.Type.forSchema(['float', 'int'])));
  },
  'a schema for a value': (library) => library.Type.forValue({ a: 1 }).schema(),
  'a uuid that is none': (library) => library.Type.forSchema({ type: 'string', logicalType: 'uuid' }).isValid('x'),
  'a class that does not say what it resolves': (library) => {
    const t = (schema) => library.Type.forSchema(schema, { logicalTypes: { same: library.types.LogicalType } });
    t({ type: 'long', logicalType: 'same' }).createResolver(t('int'));
  },
  'classes of types within schemas': (library) => {
    class Day extends library.types.LogicalType {}
    const day = library.Type.forSchema({ type: 'long', logicalType: 'day' }, { logicalTypes: { day: Day } });
    return library.Type.forSchema({ type: 'array', items: day }).itemsType.typeName;
  },
  'null, which a class may take, too': (library) => {
    class Any extends library.types.LogicalType {
      _toValue(value) {
        return Number(value);
      }
    }
    const schema = ['null', { type: 'long', logicalType: 'any' }];
    return library.Type.forSchema(schema, { logicalTypes: { any: Any } }).toBuffer(null);
  },
  'a name that a class gets': (library) => {
    let got;
    class Any extends library.types.LogicalType {
      constructor(attributes, options) {
        super(attributes, options);
        got = attributes.name;
      }
    }
    const schema = { type: 'fixed', name: 'a.F', size: 1, logicalType: 'any' };
    library.Type.forSchema(schema, { logicalTypes: { any: Any } });
    return got;
  },
  'names of entries that begin with avro.': (library) =>
    new library.streams.BlockEncoder('int', { metadata: { 'avro.x': Buffer.alloc(0) } }).writableEnded,
  'a default beyond 2^53': (library) =>
    library
      .parse('{"type":"record","name":"R","fields":[{"name":"n","type":"long","default":9007199254740993}]}')
      .toBuffer({}),
  'a symbol that objects have from their prototype': (library) =>
    library.Type.forSchema({ type: 'enum', name: 'E', symbols: ['A'] }).isValid('toString'),
  'bytes that are no Buffer': (library) => library.Type.forSchema('bytes').isValid(Uint8Array.of(1)),
  'a key that is __proto__': (library) => {
    const type = library.Type.forSchema({ type: 'map', values: 'int' });
    return Object.keys(type.fromBuffer(Buffer.from('02125f5f70726f746f5f5f0200', 'hex')));
  },
};

for (const [name, ask] of Object.entries(DIFFERENCES)) {
  test(`the drop-in differs from avsc: ${name}`, () => {
    assert.throws(() => alike(ask), assert.AssertionError);
  });
}

test('streams tell what avsc tells', async () => {
  const schema = { type: 'record', name: 'R', fields: [{ name: 'n', type: 'int' }] };
  const told = async (library) => {
    const encoder = new library.streams.BlockEncoder(schema, { codec: 'deflate', syncMarker: Buffer.alloc(16, 3) });
    const wrong = [];
    encoder.removeAllListeners('typeError').on('typeError', (error, value, type) => wrong.push([value, type.name]));
    const chunks = [];
    encoder.on('data', (chunk) => chunks.push(chunk));
    for (const value of [{ n: 1 }, { n: 'x' }, { n: 2 }]) encoder.write(value);
    encoder.end();
    await once(encoder, 'end');
    const decoder = new library.streams.BlockDecoder();
    const read = [];
    let metadata;
    decoder.on('metadata', (type, codec, header) => (metadata = [type.schema(), codec, header]));
    decoder.on('data', (value) => read.push(value));
    decoder.end(Buffer.concat(chunks));
    await once(decoder, 'end');
    const codecs = Object.keys(library.streams.BlockDecoder.defaultCodecs());
    return plain([wrong, metadata, read, codecs]);
  };
  assert.deepEqual(await told(dropIn), await told(avsc));
  const encoder = new dropIn.streams.BlockEncoder(schema);
  encoder.write({ n: 'x' });
  const [error] = await once(encoder, 'error');
  assert.equal(error.kind, 'value-invalid');
});

test('files of the one are read by the other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-peers-'));
  try {
    for (const codec of ['null', 'deflate']) {
      for (const [writer, reader] of [
        [avsc, dropIn],
        [dropIn, avsc],
        [dropIn, dropIn],
      ]) {
        const path = join(folder, `${codec}.avro`);
        const encoder = new writer.streams.BlockEncoder(writer.Type.forSchema(TEA), { codec, blockSize: 2000 });
        const chunks = [];
        encoder.on('data', (chunk) => chunks.push(chunk));
        const ended = new Promise((done, failed) => encoder.on('end', done).on('error', failed));
        for (const value of values) encoder.write(value);
        encoder.end();
        await ended;
        writeFileSync(path, Buffer.concat(chunks));
        const read = [];
        const decoder = reader.createFileDecoder(path);
        await new Promise((done, failed) =>
          decoder
            .on('data', (value) => read.push(value))
            .on('end', done)
            .on('error', failed),
        );
        assert.deepEqual(read.map(plain), values.map(plain));
        for (const decode of [true, false]) {
          const [one, other] = [reader, avsc].map((library) => plain(library.extractFileHeader(path, { decode })));
          assert.deepEqual(one, other);
        }
      }
    }
    const path = join(folder, 'made.avro');
    const encoder = dropIn.createFileEncoder(path, TEA, { codec: 'snappy' });
    for (const value of values) encoder.write(value);
    encoder.end();
    const [file] = encoder._readableState.pipes;
    await new Promise((done) => file.on('close', done));
    assert.deepEqual(
      Array.from(new FileBytes(readFileSync(path), { values: { unions: 'ambiguous' } }), plain),
      values.map(plain),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
