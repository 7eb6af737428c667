// What JavaScript lets a value be: names from prototypes, look-alikes, objects that throw; and which branch each is of.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Branch, FileBytes, fileOf, Schema } from 'ingot';

import { record } from './record.js';
import { ENGINES, hex } from './rows.js';

for (const engine of ENGINES) {
  const parse = (schema, options) => Schema.parse(schema, { engine, ...options });

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

  test(`what has the fields of a record by its class is none: ${engine}`, () => {
    const tag = record(['name', 'string'], ['n', 'int', 0]);
    const others = [
      [tag, new Branch('R', { name: 'x', n: 5 })],
      [record(['name', 'string'], ['value', 'int']), new Branch('R', 5)],
      [record(['value', 'int'], ['n', 'int', 0]), new Branch('x', 5)],
      [record(['length', 'int']), [1, 2]],
      [record(['length', 'int'], ['n', 'int', 0]), Object.assign([1], { n: 5 })],
      [record(['length', 'int'], ['byteLength', 'long']), Uint8Array.of(1)],
      [record(['byteOffset', 'long'], ['BYTES_PER_ELEMENT', 'int']), Int32Array.of(1)],
      [record(['byteLength', 'int']), new DataView(new ArrayBuffer(3))],
      [record(['offset', 'int'], ['length', 'int']), Buffer.from([1])],
      [record(['size', 'int']), new Map([[1, 2]])],
      [record(['0', 'int']), [7]],
    ];
    for (const [type, value] of others) {
      const schema = parse(type, { lenient: true });
      assert.throws(() => schema.encode(value), { name: 'EncodeError', kind: 'value-invalid' });
      const several = parse({ ...record(['all', { type: 'array', items: type }]), name: 'S' }, { lenient: true });
      assert.throws(() => several.encode({ all: [value] }), { name: 'EncodeError', path: 'all[0]' });
      // Objects that have such fields are some.
      const plain = schema.random(1);
      for (const one of [plain, Object.assign(Object.create(null), plain), Object.assign(new (class A {})(), plain)]) {
        assert.deepEqual(schema.decode(schema.encode(one)), plain);
      }
      assert.equal(schema.exactly.written, 1);
    }
    // A branch that is named is written as its value.
    for (const type of [
      ['null', tag],
      [tag, 'null'],
      ['null', 'int', tag],
      [tag, { type: 'map', values: 'int' }],
    ]) {
      const schema = parse(type);
      const value = { name: 'x', n: 5 };
      assert.deepEqual(schema.decode(schema.encode(new Branch('R', value))), value);
    }
    const sized = record(['length', 'int']);
    for (const value of [[1, 2], Uint8Array.of(1)]) {
      for (const type of [
        ['null', sized],
        ['string', sized, 'int'],
      ]) {
        assert.throws(() => parse(type).encode(value), { name: 'EncodeError', kind: 'value-invalid' });
      }
    }
    const either = parse([sized, { type: 'array', items: 'int' }]);
    assert.deepEqual(either.decode(either.encode([1, 2])), [1, 2]);
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
}
