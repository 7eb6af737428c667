import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Branch, Decimal, Duration, FileBytes, fileOf, LOGICAL_TYPES, Schema } from 'ingot';

import { ENGINES, hex, rows, textOf } from './rows.js';

function record(...fields) {
  return {
    type: 'record',
    name: 'R',
    fields: fields.map(([name, type, ...rest]) => (rest.length ? { name, type, default: rest[0] } : { name, type })),
  };
}

for (const engine of ENGINES) {
  const parse = (schema, options) => Schema.parse(schema, { engine, ...options });

  test(`values by chance of all right schemas are read as written: ${engine}`, () => {
    for (const row of rows('schemas').filter((one) => one.strict === 'accept')) {
      const schema = parse(row.schema_text, { unions: 'tagged' });
      for (let seed = 0; seed < 20; seed++) {
        if (row.id.includes('fixed-2147483647')) continue;
        const value = schema.random(seed);
        const bytes = schema.encode(value);
        assert.deepStrictEqual(schema.decode(bytes), value, row.id);
        if (!schema.canonicalForm().includes('"map"')) assert.equal(schema.compareEncoded(bytes, bytes), 0);
        assert.deepStrictEqual(schema.fromJson(schema.toJson(value)), value, row.id);
        const target = new Uint8Array(bytes.length + 7);
        assert.equal(schema.encodeInto(value, target, 7), target.length);
        assert.equal(hex(target.subarray(7)), hex(bytes));
      }
    }
  });

  test(`names that objects have from their prototype are names: ${engine}`, () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const schema = parse(record(...names.map((name) => [name, 'int'])));
    const value = Object.fromEntries(names.map((name, index) => [name, index]));
    const read = schema.decode(schema.encode(value));
    assert.deepEqual(Object.entries(read), Object.entries(value));
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
    assert.throws(() => schema.encode({}), {
      kind: 'value-invalid',
      message: 'the datum: the field "__proto__" is missing',
    });
    const map = parse({ type: 'map', values: 'int' });
    const entries = map.decode(map.encode(value));
    assert.deepEqual(Object.entries(entries), Object.entries(value));
    assert.equal(entries.valueOf, 4);
    assert.equal(map.decode(map.encode({})).toString, undefined);
    const symbols = parse({ type: 'enum', name: 'E', symbols: names });
    for (const name of names) assert.equal(symbols.decode(symbols.encode(name)), name);
    const union = parse(['null', { type: 'record', name: 'constructor', fields: [] }], { unions: 'tagged' });
    assert.deepEqual(union.decode(union.encode({ constructor: {} })), { constructor: {} });
    assert.throws(() => union.encode({ toString: {} }), { kind: 'value-invalid' });
  });

  test(`bytes are bytes, and offsets are within them: ${engine}`, () => {
    const schema = parse('"int"');
    for (const given of ['46', [4, 6], 5, {}, null, undefined, { length: 2, 0: 4, 1: 6 }]) {
      const wrong = { name: 'TypeError', message: 'bytes have to be a Uint8Array or an ArrayBuffer' };
      assert.throws(() => schema.decode(given), wrong);
      assert.throws(() => parse('"null"').decode(given), wrong);
      assert.throws(() => schema.decodeAt(given, 0), wrong);
      assert.throws(() => schema.decodeMany(given), wrong);
      assert.throws(() => schema.encodeInto(5, given), wrong);
      assert.throws(() => schema.compareEncoded(given, given), wrong);
      assert.throws(() => schema.decodeSingleObject(given), wrong);
      assert.throws(() => schema.decodeRegistry(1, given), wrong);
    }
    const shared = new Uint8Array(new SharedArrayBuffer(2));
    shared.set([4, 6]);
    for (const given of [Uint8Array.of(4, 6).buffer, shared.buffer, Int8Array.of(4, 6), Uint16Array.of(0x604)]) {
      assert.deepEqual(schema.decodeMany(given), [2, 3]);
      assert.deepEqual(schema.decodeAt(given, 1), { value: 3, end: 2 });
    }
    const bytes = Uint8Array.of(2, 1, 0, 0);
    for (const offset of [-1, 1.5, NaN, 5, Infinity, '1', null]) {
      for (const text of ['"null"', '"int"', '"boolean"', '"string"', '"double"']) {
        const wrong = { name: 'RangeError', message: `an offset ${offset} in 4 bytes` };
        assert.throws(() => parse(text).decodeAt(bytes, offset), wrong);
        assert.throws(() => parse(text).encodeInto(null, bytes, offset), wrong);
      }
    }
    assert.deepEqual([...bytes], [2, 1, 0, 0]);
    assert.deepEqual(parse('"null"').decodeAt(bytes, 4), { value: null, end: 4 });
  });

  test(`what only looks like bytes, a map or a record is none: ${engine}`, () => {
    const fake = { [Symbol.toStringTag]: 'Uint8Array', length: 2, 0: 1, 1: 2 };
    for (const value of [
      fake,
      Object.create(Uint8Array.prototype),
      new Proxy(Uint8Array.of(1, 2), {}),
      new DataView(new ArrayBuffer(2)),
    ]) {
      for (const type of ['"bytes"', { type: 'fixed', name: 'F', size: 2 }, ['null', 'bytes'], ['bytes', 'string']]) {
        assert.throws(() => parse(type).encode(value), { name: 'EncodeError', kind: 'value-invalid' });
      }
      const decimal = parse({ type: 'bytes', logicalType: 'decimal', precision: 4 });
      assert.throws(() => decimal.encode(value), { name: 'EncodeError', kind: 'value-invalid' });
    }
    const map = { type: 'map', values: 'int' };
    // They would be written as nothing, or as defaults.
    const lost = [new Date(), new Set([1]), new WeakMap(), Promise.resolve(1), /x/, new Number(5), new ArrayBuffer(2)];
    for (const value of [...lost, new Headers({ a: '1' }), Int32Array.of(1, 2), new Branch('map', {})]) {
      for (const type of [map, record(), record(['a', 'int', 1]), [record(['a', 'int', 1]), 'int']]) {
        if (value instanceof Branch && type === map) continue;
        assert.throws(() => parse(type).encode(value), { name: 'EncodeError', kind: 'value-invalid' });
      }
    }
    class Tea {
      get [Symbol.toStringTag]() {
        return 'Tea';
      }
      get a() {
        return 7;
      }
    }
    assert.equal(hex(parse(record(['a', 'int', 1])).encode(new Tea())), '0e');
    for (const value of [{}, Object.create(null), Object.freeze({}), new (class Plain {})()]) {
      assert.equal(hex(parse(map).encode(value)), '00');
      assert.equal(hex(parse(record(['a', 'int', 1])).encode(value)), '02');
    }
    assert.equal(hex(parse(map).encode(new Map())), '00');
  });

  test(`logical types may read and write by schemas of their own: ${engine}`, () => {
    const inner = parse({ type: 'array', items: 'int' });
    const inside = {
      is: Array.isArray,
      decode: (bytes) => inner.decode(bytes),
      encode: (items) => inner.encode(items),
    };
    const part = { type: 'bytes', logicalType: 'inside' };
    const schema = parse(record(['a', part], ['b', 'int'], ['c', { type: 'array', items: part }], ['d', part]), {
      lenient: true,
      logicalTypes: { inside },
    });
    const value = { a: [1, 2, 3], b: 7, c: [[1], [], [5, 6]], d: [8] };
    assert.deepEqual(schema.decode(schema.encode(value)), value);
    assert.deepEqual(schema.decodeMany(schema.encodeMany([value, value])), [value, value]);
    assert.deepEqual(schema.exactly, { written: 0, read: 0 });
  });

  test(`defaults of 0 and -0 are two: ${engine}`, () => {
    const reader = parse(record(['a', 'double', 0], ['b', 'double', -0.0], ['c', 'float', 0], ['d', 'long', 0]));
    assert.deepStrictEqual(reader.resolve(parse(record())).decode(new Uint8Array(0)), { a: 0, b: -0, c: 0, d: 0 });
  });

  test(`a record that is the only object of a union takes any that has its fields: ${engine}`, () => {
    const one = record(['a', 'int'], ['b', 'int', 3]);
    for (const others of [['int'], ['null'], ['int', 'null', 'string'], ['bytes', { type: 'array', items: 'int' }]]) {
      const schema = parse([one, ...others]);
      for (const value of [{ a: 1, other: 5 }, { a: 1, b: undefined, c: undefined }, new Map([['a', 1]])]) {
        if (value instanceof Map) assert.throws(() => schema.encode(value), { kind: 'value-invalid' });
        else assert.equal(hex(schema.encode(value)), '000206');
      }
      assert.throws(() => schema.encode({ b: 1 }), { message: 'the datum: the field "a" is missing' });
    }
    const map = parse([one, { type: 'map', values: 'int' }]);
    assert.equal(hex(map.encode({ a: 1, b: undefined })), '000206');
    assert.equal(hex(map.encode({ a: 1, c: 2 }).subarray(0, 2)), '0204');
    // The name of the branch and its value are no map.
    const texts = parse(['string', { type: 'map', values: 'string' }, 'int']);
    assert.equal(hex(texts.encode(new Branch('string', 'x'))), '000278');
    assert.throws(() => parse({ type: 'map', values: 'string' }).encode(new Branch('map', 'x')), {
      kind: 'value-invalid',
    });
    const shouts = { is: (value) => value === '!', decode: (base) => base, encode: () => 1 };
    const custom = { ...record(['a', 'int', 1]), logicalType: 'shout' };
    const odd = parse(['int', custom], { lenient: true, logicalTypes: { shout: shouts } });
    assert.equal(hex(odd.encode({ a: 3 })), '0206');
  });

  test(`longs are exact, or errors: ${engine}`, () => {
    const schema = parse('"long"');
    for (const value of [
      2 ** 53 - 1,
      -(2 ** 53 - 1),
      2n ** 53n,
      2n ** 53n + 1n,
      -(2n ** 53n),
      -(2n ** 63n),
      2n ** 63n - 1n,
    ]) {
      assert.equal(schema.decode(schema.encode(value)), value);
    }
    assert.equal(schema.decode(schema.encode(5n)), 5);
    for (const value of [
      2 ** 53,
      -(2 ** 53),
      2 ** 63,
      1.5,
      NaN,
      Infinity,
      2n ** 63n,
      '1',
      null,
      undefined,
      {},
      Symbol('x'),
    ]) {
      assert.throws(() => schema.encode(value), { name: 'EncodeError', kind: 'value-invalid' });
    }
    const big = parse('"long"', { longs: 'bigint' });
    assert.equal(big.decode(big.encode(7)), 7n);
    assert.equal(hex(schema.encode(-0)), '00');
  });

  test(`doubles and floats keep what numbers are: ${engine}`, () => {
    for (const schema of [parse('"double"'), parse('"float"')]) {
      for (const value of [-0, 0, NaN, Infinity, -Infinity, 1.5])
        assert.ok(Object.is(schema.decode(schema.encode(value)), value));
      for (const value of [1n, '1', null, new Date(0)])
        assert.throws(() => schema.encode(value), { kind: 'value-invalid' });
    }
    assert.throws(() => parse('"float"').encode(1e300), { message: 'the datum: 1e+300 is beyond what a float holds' });
  });

  test(`texts with half of a pair are refused, of any length: ${engine}`, () => {
    const schema = parse('"string"');
    for (const size of [0, 1, 5, 20, 21, 22, 40, 63, 64, 100, 5000]) {
      for (const odd of ['\ud800', '\udc00', '\udc00\ud800']) {
        for (const text of ['x'.repeat(size) + odd, odd + 'é'.repeat(size)]) {
          assert.throws(() => schema.encode(text), { kind: 'value-invalid' }, `${size}`);
        }
      }
      for (const letter of ['x', 'é', '€', '🌍', '\ufffd', '\ufeff', '\0']) {
        const text = letter.repeat(size);
        assert.equal(schema.decode(schema.encode(text)), text);
        assert.equal(
          hex(schema.encode(text).subarray(-Buffer.byteLength(text))),
          hex(Buffer.from(text)).slice(-2 * Buffer.byteLength(text)) || hex(schema.encode(text)),
        );
      }
    }
  });

  test(`texts of all lengths are written and read, whatever their letters: ${engine}`, () => {
    const schema = parse('"string"');
    const utf8 = new TextEncoder();
    for (let size = 0; size < 140; size++) {
      for (const letter of ['', 'é', '本', '😀', '\ufffd']) {
        for (const at of new Set([0, size >> 1, size])) {
          const text = `${'a'.repeat(at)}${letter}${'b'.repeat(size - at)}`;
          const bytes = schema.encode(text);
          assert.equal(hex(bytes.subarray(text === '' ? 1 : -utf8.encode(text).length)), hex(utf8.encode(text)));
          assert.equal(schema.decode(bytes), text);
        }
      }
    }
  });

  test(`records of any size fill the pieces of memory that small ones share: ${engine}`, () => {
    const schema = parse(record(['text', 'string'], ['list', { type: 'array', items: 'bytes' }], ['number', 'double']));
    for (const size of [10, 1000, 3000, 40_000]) {
      const values = Array.from({ length: 40 }, (_, index) => ({
        text: `é${index}`.repeat(size / 10),
        list: [new Uint8Array(size).fill(index), new Uint8Array(index)],
        number: index / 3,
      }));
      const all = values.map((value) => schema.encode(value));
      assert.deepStrictEqual(
        all.map((bytes) => schema.decode(bytes)),
        values,
      );
      assert.equal(schema.exactly.written, 0);
    }
  });

  test(`symbols are found, however alike, and others refused: ${engine}`, () => {
    const alike = ['AB', 'BA', 'AA', 'BB', 'CC'];
    const many = Array.from({ length: 70 }, (_, index) => `S${index}`);
    for (const symbols of [['ONE'], ['ONE', 'TWO'], ['A', 'BB', 'CCC'], ['ACTIVE', 'PAUSED', 'CLOSED'], alike, many]) {
      const schema = parse({ type: 'enum', name: 'E', symbols });
      for (const symbol of symbols) assert.equal(schema.decode(schema.encode(symbol)), symbol);
      for (const other of ['', 'D', 'ONES', 'ACTIVATED', 0, undefined, {}]) {
        assert.throws(() => schema.encode(other), { kind: /symbol|value-invalid/ });
      }
    }
  });

  test(`records of many fields are written in their order: ${engine}`, () => {
    for (const count of [1, 6, 7, 31, 32, 33, 100]) {
      const names = Array.from({ length: count }, (_, index) => (index === 20 ? 'constructor' : `f${index}`));
      const schema = parse(
        record(...names.map((name, index) => [name, index % 2 ? 'string' : 'long', index % 2 ? 'd' : 1])),
      );
      const value = Object.fromEntries(names.map((name, index) => [name, index % 2 ? `${index}` : index]));
      assert.deepStrictEqual(schema.decode(schema.encode(value)), value);
      assert.equal(Object.keys(schema.decode(schema.encode({}))).length, count);
    }
  });

  test(`values that are odd objects are right, or clear errors: ${engine}`, () => {
    const list = parse({ type: 'array', items: 'int' });
    // eslint-disable-next-line no-sparse-arrays -- what is tested
    assert.throws(() => list.encode([1, , 2]), { message: '[1]: undefined, not int' });
    for (const value of [{ length: 1, 0: 1 }, 'ab', new Set([1]), Int32Array.of(1)])
      assert.throws(() => list.encode(value), { kind: 'value-invalid' });
    const schema = parse(record(['a', 'int'], ['b', ['null', 'string'], null]));
    const due = hex(schema.encode({ a: 1 }));
    assert.equal(hex(schema.encode(Object.freeze({ a: 1, b: null }))), due);
    assert.equal(hex(schema.encode(Object.assign(Object.create(null), { a: 1 }))), due);
    assert.equal(hex(schema.encode({ a: 1, b: undefined, c: 'more' })), due);
    class A {
      get a() {
        return 1;
      }
    }
    assert.equal(hex(schema.encode(new A())), due);
    const thrown = new Error('mine');
    const bad = {
      get a() {
        throw thrown;
      },
    };
    assert.throws(() => schema.encode(bad), thrown);
    // A getter that writes another value meanwhile.
    const nested = {
      get a() {
        return schema.encode({ a: 5, b: 'x'.repeat(50) })[0];
      },
      b: 'y',
    };
    const kept = schema.encode({ a: 3, b: 'kept' });
    const target = new Uint8Array(60);
    const into = {
      get a() {
        return schema.encodeInto({ a: 5, b: null }, new Uint8Array(60), 7);
      },
      b: 'y',
    };
    for (const [value, due] of [
      [nested, { a: 10, b: 'y' }],
      [into, { a: 9, b: 'y' }],
    ]) {
      assert.deepEqual(schema.decode(schema.encode(value)), due);
      // Twice: the second time the bytes are known.
      for (let time = 0; time < 2; time++) {
        const end = schema.encodeInto(value, target, 3);
        assert.deepEqual(schema.decode(target.subarray(3, end)), due);
      }
      assert.deepEqual([...new FileBytes(fileOf(schema, [value, value]))], [due, due]);
    }
    assert.deepEqual(schema.decode(kept), { a: 3, b: 'kept' });
    assert.throws(() => schema.encode([1]), { kind: 'value-invalid' });
    assert.throws(() => schema.encode({ a: 1, b: 5 }), {
      path: 'b',
      message: 'b: 5 is of no branch of the union of null, string',
    });
    // Floats in bytes that are met once, twice, and have grown.
    const doubles = parse(record(['f', 'float'], ['d', 'double'], ['s', 'string']));
    const value = { f: 0.5, d: -Math.PI, s: 'x'.repeat(300) };
    const own = new Uint8Array(400);
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(doubles.decode(doubles.encode(value)), value);
      assert.deepEqual(doubles.decode(own.subarray(9, doubles.encodeInto(value, own, 9))), value);
      assert.deepEqual(doubles.decode(own.subarray(9, doubles.encodeInto(value, own, 9))), value);
    }
    assert.deepEqual([...new FileBytes(fileOf(doubles, Array(900).fill(value)))], Array(900).fill(value));
    const map = parse({ type: 'map', values: 'int' });
    assert.equal(hex(map.encode(new Map([['k', 1]]))), hex(map.encode({ k: 1 })));
    assert.throws(() => map.encode(new Map([[1, 1]])), { kind: 'value-invalid' });
  });

  test(`branches are found by the value, or named: ${engine}`, () => {
    const schema = parse([
      'null',
      'int',
      'long',
      'float',
      'double',
      'string',
      { type: 'enum', name: 'E', symbols: ['A'] },
      'bytes',
      { type: 'fixed', name: 'F', size: 2 },
      'boolean',
    ]);
    const place = (value) => schema.encode(value)[0] >> 1;
    assert.equal(place(null), 0);
    assert.equal(place(1), 1);
    assert.equal(place(2 ** 40), 2);
    assert.equal(place(2n ** 60n), 2);
    assert.equal(place(1.5), 4);
    assert.equal(place(-0), 4);
    assert.equal(place('x'), 5);
    assert.equal(place('A'), 6);
    assert.equal(place(Uint8Array.of(1)), 7);
    assert.equal(place(Uint8Array.of(1, 2)), 8);
    assert.equal(place(true), 9);
    assert.equal(place(new Branch('float', 1)), 3);
    assert.equal(place(new Branch('string', 'A')), 5);
    assert.throws(() => schema.encode(new Branch('record', 1)), { kind: 'value-invalid' });
    const records = parse([
      { type: 'record', name: 'a.P', fields: [{ name: 'x', type: 'int' }] },
      {
        type: 'record',
        name: 'b.Q',
        fields: [
          { name: 'x', type: 'int' },
          { name: 'y', type: 'int', default: 0 },
        ],
      },
      { type: 'map', values: 'int' },
    ]);
    const branch = (value) => records.encode(value)[0] >> 1;
    assert.equal(branch({ x: 1 }), 0);
    assert.equal(branch({ x: 1, y: 2 }), 1);
    assert.equal(branch({ z: 1 }), 2);
    assert.equal(branch(new Map([['x', 1]])), 2);
    assert.equal(branch(new Branch('b.Q', { x: 1 })), 1);
  });

  test(`logical types are Dates and decimals where that is asked for: ${engine}`, () => {
    const decimal = { type: 'bytes', logicalType: 'decimal', precision: 6, scale: 2 };
    const schema = parse(
      record(
        ['at', { type: 'long', logicalType: 'timestamp-millis' }],
        ['day', { type: 'int', logicalType: 'date' }],
        ['price', ['null', decimal]],
        ['fixed', { ...decimal, type: 'fixed', name: 'D', size: 4 }],
      ),
      { logicalTypes: LOGICAL_TYPES },
    );
    const value = {
      at: new Date(-1),
      day: new Date('2024-02-29'),
      price: Decimal.of('-1.5'),
      fixed: Decimal.of('-0.01'),
    };
    const read = schema.decode(schema.encode(value));
    assert.deepEqual([read.at, read.day], [value.at, value.day]);
    assert.equal(`${read.price} ${read.fixed}`, '-1.50 -0.01');
    assert.throws(() => schema.encode({ ...value, price: Decimal.of('0.001') }), {
      kind: 'logical-invalid',
      path: 'price',
    });
    assert.throws(() => schema.encode({ ...value, at: new Date(NaN) }), { kind: 'logical-invalid', path: 'at' });
    const bytes = parse('"long"').encode(2n ** 60n);
    const timestamp = parse({ type: 'long', logicalType: 'timestamp-millis' }, { logicalTypes: LOGICAL_TYPES });
    assert.throws(() => timestamp.decode(bytes), {
      kind: 'logical-invalid',
      message: 'the datum, byte 0: beyond what a Date holds',
    });
    assert.equal(hex(timestamp.encode(5)), '0a');
  });

  test(`Dates are days and milliseconds, and never rounded: ${engine}`, () => {
    const of = (type, logicalType) => parse({ type, logicalType }, { logicalTypes: LOGICAL_TYPES });
    const [date, timestamp] = [of('int', 'date'), of('long', 'timestamp-millis')];
    const [days, millis] = [parse('"int"'), parse('"long"')];
    for (const day of [0, -1, 19782, 1e8, -1e8, ...Array.from({ length: 200 }, (_, seed) => days.random(seed) >> 5)]) {
      const value = date.decode(days.encode(day));
      assert.equal(value.getTime(), day * 86_400_000);
      assert.equal(hex(date.encode(value)), hex(days.encode(day)));
      if (Math.abs(day) === 1e8) continue;
      for (const other of [new Date(value.getTime() + 1), new Date(value.getTime() - 1)]) {
        const message = `the datum: ${other.toISOString()} has a time of day: a date is a Date at midnight in UTC`;
        assert.throws(() => date.encode(other), { kind: 'logical-invalid', message });
        assert.deepEqual(timestamp.decode(timestamp.encode(other)), other);
      }
    }
    for (const [schema, base, value] of [
      [date, days, 1e8 + 1],
      [date, days, -(2 ** 31)],
      [timestamp, millis, 8.64e15 + 1],
      [timestamp, millis, -(2n ** 63n)],
    ]) {
      const message = 'the datum, byte 0: beyond what a Date holds';
      assert.throws(() => schema.decode(base.encode(value)), { kind: 'logical-invalid', message });
      assert.equal(schema.decode(base.encode(value), { lenient: true }), value);
    }
    // What no Date holds without saying more, or less, stays a number.
    for (const word of ['timestamp-micros', 'timestamp-nanos', 'local-timestamp-millis', 'time-micros']) {
      assert.equal(of('long', word).decode(millis.encode(5)), 5);
      assert.throws(() => of('long', word).encode(new Date(5)), { kind: 'value-invalid' });
    }
  });

  test(`durations are three numbers: ${engine}`, () => {
    const fixed = { type: 'fixed', name: 'Span', size: 12, logicalType: 'duration' };
    for (const bytes of ['Uint8Array', 'Buffer']) {
      const schema = parse(
        record(['a', 'int'], ['span', ['null', fixed, { ...record(['months', 'int']), name: 'Months' }]]),
        {
          logicalTypes: LOGICAL_TYPES,
          bytes,
        },
      );
      for (const [parts, text] of [
        [[0, 0, 0], '000000000000000000000000'],
        [[14, 40, 90_000_005], '0e00000028000000854a5d05'],
        [[2 ** 32 - 1, 2 ** 31, 1], 'ffffffff0000008001000000'],
      ]) {
        const value = { a: 1, span: new Duration(...parts) };
        const written = schema.encode(value);
        assert.equal(hex(written), `0202${text}`);
        assert.deepStrictEqual(schema.decode(written), value);
        assert.deepStrictEqual(schema.fromJson(schema.toJson(value)), value);
      }
      for (const [parts, message] of [
        [[-1, 0, 0], 'span: a duration has from 0 to 4294967295 months, not -1'],
        [[0, 2 ** 32, 0], 'span: a duration has from 0 to 4294967295 days, not 4294967296'],
        [[0, 0, 0.5], 'span: a duration has from 0 to 4294967295 milliseconds, not 0.5'],
        [[0, 0, 5n], 'span: a duration has from 0 to 4294967295 milliseconds, not 5'],
        [[0], 'span: a duration has from 0 to 4294967295 days, not undefined'],
      ]) {
        const value = { a: 1, span: new Duration(...parts) };
        assert.throws(() => schema.encode(value), { kind: 'logical-invalid', path: 'span', message });
      }
    }
  });

  test(`projection is reading, then leaving out: ${engine}`, () => {
    const inner = {
      type: 'record',
      name: 'In',
      fields: [
        { name: 'x', type: 'long' },
        { name: 'y', type: { type: 'map', values: 'string' } },
      ],
    };
    const schema = parse(
      record(['a', 'string'], ['in', { type: 'array', items: inner }], ['b', 'double', 1.5], ['more', ['null', 'In']]),
    );
    const part = schema.project(['in.x', 'b']);
    const resolver = part.resolve(schema);
    for (let seed = 0; seed < 100; seed++) {
      const value = schema.random(seed);
      const left = { in: value.in.map(({ x }) => ({ x })), b: value.b };
      assert.deepStrictEqual(resolver.decode(schema.encode(value)), left);
    }
    assert.throws(() => schema.project(['in.z']), { message: 'in.z: there is no field "z"' });
  });

  test(`many values in the same bytes: ${engine}`, () => {
    const schema = parse(record(['a', 'int'], ['b', 'string']));
    const values = Array.from({ length: 2000 }, (_, index) => ({ a: index, b: `${index}`.repeat(index % 40) }));
    const bytes = schema.encodeMany(values);
    assert.deepEqual(schema.decodeMany(bytes), values);
    const each = values.map((value) => schema.encode(value));
    assert.deepEqual(
      each.map((one) => schema.decode(one)),
      values,
    );
    assert.throws(() => schema.decodeMany(bytes.subarray(0, -1)), { kind: 'end-of-input' });
  });

  test(`deep values end at the limit: ${engine}`, () => {
    const node = record(['next', ['null', 'R']]);
    const schema = parse(node);
    const nested = (depth) => (depth === 0 ? null : { next: nested(depth - 1) });
    const deep = schema.encode(nested(100));
    assert.deepEqual(schema.decode(deep), nested(100));
    assert.throws(() => schema.encode(nested(101)), { kind: 'limit-depth' });
    assert.throws(() => schema.decode(Uint8Array.from([...new Uint8Array(101).fill(2), 0])), { kind: 'limit-depth' });
    const cyclic = {};
    cyclic.next = cyclic;
    assert.throws(() => schema.encode(cyclic), { kind: 'limit-depth' });
    const shallow = parse(node, { limits: { depth: 3 } });
    assert.throws(() => shallow.encode(nested(4)), { kind: 'limit-depth' });
  });

  test(`chains of many types take no stack: ${engine}`, () => {
    const types = [{ type: 'record', name: 'R0', fields: [] }];
    for (let index = 1; index < 20_000; index++) {
      types.push({ type: 'record', name: `R${index}`, fields: [{ name: 'a', type: `R${index - 1}` }] });
    }
    const schema = Schema.parse(types, { engine: engine === 'generated' ? undefined : engine });
    assert.deepEqual(schema.decode(schema.encode(new Branch('R3', { a: { a: { a: {} } } }))), { a: { a: { a: {} } } });
    assert.equal(schema.incompatibilities(schema).length, 0);
  });

  test(`spoiled bytes are values or errors of a kind: ${engine}`, () => {
    for (const row of rows('data').filter((one) => one.strict === 'accept' && one.bytes?.length < 200)) {
      const schema = parse(textOf(row, 'schema'));
      const bytes = Uint8Array.from(Buffer.from(row.bytes, 'hex'));
      for (let at = 0; at < bytes.length; at++) {
        for (const flip of [1, 2, 0x40, 0x80, 0xff]) {
          const spoiled = Uint8Array.from(bytes);
          spoiled[at] ^= flip;
          try {
            schema.encode(schema.decode(spoiled));
          } catch (error) {
            assert.equal(error.name, 'DecodeError', error.stack);
          }
        }
      }
    }
  });
}

test('options that there are not are refused', () => {
  const refused = (options, message) =>
    assert.throws(() => Schema.parse('"int"', options), { name: 'TypeError', message });
  refused({ unions: 'tags' }, 'unions: tags is none of plain tagged ambiguous');
  refused({ longs: 'BigInt' }, 'longs: BigInt is none of number bigint');
  refused({ bytes: 'buffer' }, 'bytes: buffer is none of Uint8Array Buffer');
  refused({ engine: 'closure' }, 'engine: closure is none of generated closures');
  refused({ limits: { dept: 5 } }, 'dept: 5 is no limit');
  refused({ limits: { depth: NaN } }, 'depth: NaN is no limit');
  refused({ schemaLimits: { nodes: -1 } }, 'nodes: -1 is no limit');
  const open = { limits: { depth: 0, zeroWidth: Infinity }, schemaLimits: {}, unions: undefined };
  assert.equal(Schema.parse('"int"', open).decode(Uint8Array.of(2)), 1);
});

test('floats of JSON are the nearest, beside the middle of two as well', () => {
  const schema = Schema.parse('"float"');
  const near = (text, value) => assert.equal(schema.fromJson(text), value, text);
  near('1.000000178813934326171875', 1.000000238418579);
  near('1.00000017881393432617187499', 1.0000001192092896);
  near('-1.00000017881393432617187499', -1.0000001192092896);
  near('1.000000059604644775390625', 1);
  near('1.00000005960464477539062500000000000000001', 1.0000001192092896);
  near(`1.000000059604644775390625${'0'.repeat(500)}`, 1);
  near(`1.000000059604644775390625${'0'.repeat(500)}1`, 1.0000001192092896);
  near('3.4028234663852886e38', 3.4028234663852886e38);
  assert.throws(() => schema.fromJson('340282356779733661637539395458142568448'), { kind: 'value-invalid' });
  near('7.006492321624085e-46', 0);
  near('-7.006492321624085e-46', -0);
  assert.equal(Schema.parse('"int"').fromJson('-120e-1'), -12);
  near('7.006492321624085354618e-46', 0);
  near(
    '7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015626e-46',
    1.401298464324817e-45,
  );
});

test('values have the order of the specification', () => {
  const sorted = (schema, values) => {
    const parsed = Schema.parse(schema);
    for (const [place, one] of values.entries()) {
      for (const [other, two] of values.entries())
        assert.equal(Math.sign(parsed.compare(one, two)), Math.sign(place - other));
    }
  };
  sorted('"long"', [-(2n ** 63n), -1, 0, 2 ** 53 - 1, 2n ** 53n]);
  sorted('"double"', [-Infinity, -1, -0, 0, 1, Infinity, NaN]);
  sorted('"string"', ['', 'a', 'ab', 'é', '\uffff', '🌍']);
  sorted({ type: 'enum', name: 'E', symbols: ['b', 'a'] }, ['b', 'a']);
  sorted({ type: 'array', items: 'int' }, [[], [1], [1, 0], [2]]);
  sorted(['null', 'string', 'int'], [null, 'z', 1]);
  const fields = [
    { name: 'a', type: 'int', order: 'descending' },
    { name: 'b', type: { type: 'map', values: 'int' }, order: 'ignore' },
  ];
  sorted({ type: 'record', name: 'R', fields }, [
    { a: 2, b: { x: 1 } },
    { a: 1, b: {} },
  ]);
  const map = Schema.parse({ type: 'map', values: 'int' });
  assert.throws(() => map.compare({}, {}), { kind: 'order-undefined' });
});

test('a schema is inferred from values', () => {
  const schema = Schema.infer([{ id: 1, tags: ['new'] }, { id: 2.5 }], 'Order');
  assert.equal(
    schema.toString(),
    '{"type":"record","name":"Order","fields":[{"name":"id","type":"double"},{"name":"tags","type":["null",{"type":"array","items":"string"}],"default":null}]}',
  );
  for (const [values, text] of [
    [[5], '"long"'],
    [[null], '"null"'],
    [['a', null], '["null","string"]'],
    [[5, 1.5], '"double"'],
    [[5n, 1.5], '["long","double"]'],
    [[[5n, NaN], [2 ** 60]], '{"type":"array","items":["long","double"]}'],
  ]) {
    const narrow = Schema.infer(values, 'R');
    assert.equal(narrow.toString(), text);
    for (const value of values) assert.deepEqual(narrow.validate(value), undefined);
  }
  assert.throws(() => Schema.infer([2n ** 64n], 'R'), { name: 'RangeError', message: /beyond 64 bits/ });
  assert.throws(() => Schema.infer([undefined], 'R'), { message: 'undefined has no type in Avro' });
  const values = [{ at: new Date(5), more: { 'no name': 1n }, data: Uint8Array.of(1), x: [{ y: true }] }];
  const other = Schema.infer(values, 'R', { logicalTypes: LOGICAL_TYPES });
  assert.deepEqual(JSON.parse(JSON.stringify(other.decode(other.encode(values[0])).at)), '1970-01-01T00:00:00.005Z');
});

test('errors say what is wrong, and where', () => {
  assert.throws(() => Schema.parse('{"type": "array",\n "items": "text"}'), {
    name: 'SchemaError',
    kind: 'name-unknown',
    path: '$.items',
    offset: 28,
    message:
      'line 2, column 11 ($.items): no primitive type is called "text", and no type of this name is defined before',
  });
  const schema = Schema.parse(record(['prices', { type: 'array', items: 'int' }]));
  assert.throws(() => schema.decode(Uint8Array.of(4, 2, 0xff, 0xff)), {
    name: 'DecodeError',
    kind: 'end-of-input',
    path: 'prices[1]',
    offset: 2,
  });
  const reader = Schema.parse(record(['prices', { type: 'array', items: 'string' }], ['b', 'int']));
  assert.deepEqual(reader.incompatibilities(schema), [
    { kind: 'field-missing', path: 'b', message: 'the writer has no such field, and the reader no default for it' },
    { kind: 'type', path: 'prices[]', message: 'the reader has string, the writer int' },
  ]);
  assert.throws(() => reader.resolve(schema), { name: 'ResolutionError', kind: 'resolution' });
});
