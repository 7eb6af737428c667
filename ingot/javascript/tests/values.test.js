// Values are read as they were written, exactly, or refused; and what is asked of a schema besides.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Branch, DecodeError, LOGICAL_TYPES, Schema } from 'ingot';

import { record } from './record.js';
import { ENGINES, hex, rows, textOf } from './rows.js';

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

  test(`defaults of 0 and -0 are two: ${engine}`, () => {
    const reader = parse(record(['a', 'double', 0], ['b', 'double', -0.0], ['c', 'float', 0], ['d', 'long', 0]));
    assert.deepStrictEqual(reader.resolve(parse(record())).decode(new Uint8Array(0)), { a: 0, b: -0, c: 0, d: 0 });
  });

  test(`arrays of doubles are read exactly, and nothing behind the end: ${engine}`, () => {
    const odd = [-0, NaN, Infinity, 5e-324, -1.7976931348623157e308, 0.1];
    const schema = parse({ type: 'array', items: 'double' });
    for (const count of [0, 1, 2, 7, 8, 9, 63, 64, 200, 1025]) {
      const values = Array.from({ length: count }, (_, index) => odd[index] ?? index / 7);
      const bytes = new Uint8Array(3 + count * 8 + 12);
      const end = schema.encodeInto(values, bytes, 3);
      assert.deepStrictEqual(schema.decode(bytes.subarray(3, end)), values);
      for (const less of count === 0 ? [1] : [1, 2, 8, 9])
        assert.throws(() => schema.decode(bytes.subarray(3, end - less)), DecodeError);
    }
    // Two blocks, the second with its size: of one double, and of nine.
    const one = '000000000000f03f';
    assert.deepStrictEqual(schema.decode(Buffer.from(`02${one}119001${one.repeat(9)}00`, 'hex')), Array(10).fill(1));
    assert.throws(() => schema.decode(Buffer.from(`02${one}119201${one.repeat(9)}0000`, 'hex')), DecodeError);
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
    assert.throws(() => parse('"int"').encode(1n), { message: 'the datum: 1n, not int' });
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

  test(`a projection has the defaults of the whole: ${engine}`, () => {
    const named = (name, ...fields) => ({ ...record(...fields), name });
    const one = named('A', ['x', 'int'], ['p', 'int']);
    const other = named('B', ['x', 'int'], ['q', 'int'], ['r', 'int', 1]);
    const map = { type: 'map', values: 'int' };
    // The type, its default, what is read of it, and how many fields beside x its records keep.
    for (const [type, given, due, kept] of [
      [one, { x: 1, p: 2 }, { x: 1 }, 0],
      [['null', one], { x: 1, p: 2 }, { x: 1 }, 0],
      [['string', one, other], { x: 1, p: 2 }, { x: 1 }, 0],
      [[one, { type: 'array', items: other }], { x: 1, p: 2 }, { x: 1 }, 0],
      [{ type: 'array', items: ['null', one] }, [null, { x: 1, p: 2 }], [null, { x: 1 }], 0],
      [['null', { type: 'array', items: one }], [{ x: 1, p: 2 }], [{ x: 1 }], 0],
      // Without q it would be of A.
      [[one, other], { x: 1, q: 2 }, { x: 1, q: 2, r: 1 }, 3],
      // Without p it would be of A, which refuses the x of B.
      [[named('A', ['x', 'string'], ['p', 'int']), other], { x: 1, q: 2 }, { x: 1, q: 2, r: 1 }, 3],
      // A refuses it for the type of a field.
      [[named('A', ['x', 'int'], ['q', 'string']), other], { x: 1, q: 2 }, { x: 1, q: 2, r: 1 }, 3],
      // Of A it lacks p.
      [[one, map], { x: 1 }, { x: 1 }, 1],
      [{ type: 'map', values: [one, other] }, { k: { x: 1, q: 2 } }, { k: { x: 1, q: 2, r: 1 } }, 3],
    ]) {
      const whole = parse(record(['u', type, given], ['v', 'int']));
      const part = whole.project(['u.x']);
      const reader = part.resolve(parse({ type: 'record', name: 'R', fields: [] }));
      assert.equal(JSON.stringify(reader.decode(new Uint8Array())), JSON.stringify({ u: due }));
      assert.equal(part.encode({})[0], whole.encode({ v: 0 })[0]);
      assert.equal(part.toString().match(/"name":"[pqr]"/g)?.length ?? 0, kept, part.toString());
    }
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

  test(`values beyond the most levels that there can be are errors, not the end of the stack: ${engine}`, () => {
    for (const [type, step] of [
      [['null', 'R'], (value) => ({ n: value })],
      [{ type: 'array', items: ['null', 'R'] }, (value) => ({ n: [value] })],
      [{ type: 'map', values: ['null', 'R'] }, (value) => ({ n: new Map([['k', value]]) })],
    ]) {
      const schema = parse(record(['n', type]), { limits: { depth: 1e9 } });
      const nested = (levels) => Array.from({ length: levels }).reduce(step, null)?.n ?? null;
      const levels = Array.isArray(type) ? 1000 : 500;
      const [most, more] = [levels, 10_000].map((count) => ({ n: nested(count) }));
      assert.deepEqual(schema.encode(schema.decode(schema.encode(most))), schema.encode(most));
      for (const value of [{ n: nested(levels + 1) }, more]) {
        const wrong = { kind: 'limit-depth', message: /: values are nested too deeply$/ };
        assert.throws(() => schema.encode(value), { name: 'EncodeError', ...wrong });
        assert.throws(() => schema.toJson(value), { name: 'EncodeError', ...wrong });
        assert.equal(schema.isValid(value), false);
      }
    }
    // An object and the name of its branch are two levels of JSON, of which 500 are read.
    const list = parse(record(['n', ['null', 'R']]), { limits: { depth: 1e9 } });
    const json = (levels) => `${'{"n":{"R":'.repeat(levels)}{"n":null}${'}}'.repeat(levels)}`;
    for (const lenient of [false, true]) {
      assert.equal(list.toJson(list.fromJson(json(249), { lenient })), json(249));
      for (const levels of [250, 10_000]) {
        const message = 'the datum, byte 2500: JSON values are nested too deeply';
        assert.throws(() => list.fromJson(json(levels), { lenient }), {
          name: 'DecodeError',
          kind: 'limit-depth',
          message,
        });
      }
    }
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

test('bytes have the class that is asked for, whatever writes them', () => {
  for (const [bytes, Class] of [
    ['Buffer', Buffer],
    ['Uint8Array', Uint8Array],
  ]) {
    const schema = Schema.parse('"int"', { bytes });
    for (const written of [
      schema.encode(1),
      schema.encodeMany([1, 2]),
      schema.encodeSingleObject(1),
      schema.encodeRegistry(5, 1),
    ]) {
      assert.equal(Object.getPrototypeOf(written), Class.prototype);
    }
  }
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

test('values by chance have few parts, whatever the schema', () => {
  const named = (name, ...types) => ({ ...record(...types.map((type, index) => [`f${index}`, type])), name });
  // A record of two of the next, which is of two of the next: 2³⁰ parts.
  const doubled = Array.from({ length: 30 }).reduce(
    (type, _, n) => named(`D${n}`, type, n ? `D${n - 1}` : 'int'),
    'int',
  );
  const huge = (name) => ({ type: 'fixed', name, size: 2 ** 31 - 1 });
  const none = { type: 'enum', name: 'None', symbols: [] };
  const chain = Array.from({ length: 5000 }, (_, n) => named(`C${n}`, n ? `C${n - 1}` : 'int'));
  const nested = Array.from({ length: 200 }).reduce((items) => ({ type: 'array', items }), 'int');
  const lenient = { lenient: true, unions: 'tagged' };
  for (const schema of [
    named('T', ...Array(100).fill({ type: 'array', items: 'T' })),
    named('T', ...Array(100).fill({ type: 'map', values: ['null', 'T'] })),
    named('T', ...Array(100).fill(['int', 'T', 'null'])),
    named('R', named('X', nested, nested), ...Array(5000).fill('X')),
    ['null', doubled],
    { type: 'array', items: doubled },
    named('R', [huge('F'), 'null'], ['F', named('S', 'int')], { type: 'map', values: 'F' }),
    { type: 'array', items: { type: 'fixed', name: 'F', size: 400_000 } },
    [none, 'int'],
    chain,
    named('R', named('U', [...chain, 'int']), ...Array(5000).fill('U')),
  ].map((type) => Schema.parse(type, lenient))) {
    for (let seed = 0; seed < 5; seed++) {
      const bytes = schema.encode(schema.random(seed));
      assert.ok(bytes.length < 3 << 20, `${bytes.length} bytes`);
    }
  }
  const message = 'the schema has no values, or none of up to 65536 parts';
  for (const schema of [doubled, huge('F'), none, named('R', 'R'), named('R', chain, 'C4999')]) {
    assert.throws(() => Schema.parse(schema, lenient).random(1), { name: 'RangeError', message });
  }
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
  // As records they would be refused, or empty.
  for (const value of [new Set([1]), new Float64Array(2), Promise.resolve(1), /x/]) {
    const message = `${value[Symbol.toStringTag] ?? 'RegExp'} has no type in Avro`;
    assert.throws(() => Schema.infer([{ value }], 'R'), { name: 'TypeError', message });
  }
  // Without logical types nothing could write it.
  for (const options of [undefined, { logicalTypes: {} }, { logicalTypes: { date: LOGICAL_TYPES.date } }]) {
    const wrong = { name: 'TypeError', message: 'Date has no type in Avro without logicalTypes' };
    assert.throws(() => Schema.infer([{ at: [new Date(5)] }], 'R', options), wrong);
  }
  const dates = Schema.infer([5, new Date(5), 'x', 1.5], 'R', { logicalTypes: LOGICAL_TYPES });
  for (const value of [new Date(5), 'x', 1.5]) assert.deepEqual(dates.decode(dates.encode(value)), value);
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
