// Values of logical types without Temporal; temporal.test.js has those with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Decimal, Duration, LOGICAL_TYPES, Schema } from 'ingot';

import { record } from './record.js';
import { ENGINES, hex } from './rows.js';

for (const engine of ENGINES) {
  const parse = (schema, options) => Schema.parse(schema, { engine, ...options });

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

  test(`a default that its logical type refuses is read, and not written: ${engine}`, () => {
    const uuid = { type: 'string', logicalType: 'uuid' };
    const decimal = { type: 'bytes', logicalType: 'decimal', precision: 2 };
    const inner = { ...record(['id', uuid, '']), name: 'Inner' };
    for (const [type, value, read] of [
      [uuid, '', ''],
      [['null', uuid].reverse(), 'none', 'none'],
      [{ type: 'int', logicalType: 'time-millis' }, 86_400_000, 86_400_000],
      [{ type: 'long', logicalType: 'time-micros' }, -1, -1],
      [decimal, '', new Uint8Array(0)],
      [decimal, '\u0064', Uint8Array.of(100)],
      [{ ...decimal, type: 'fixed', name: 'F', size: 1 }, '\u0064', Uint8Array.of(100)],
      [{ type: 'array', items: uuid }, ['?'], ['?']],
      [{ type: 'map', values: uuid }, { a: '?' }, Object.assign(Object.create(null), { a: '?' })],
      [inner, {}, { id: '' }],
      [inner, { id: '?' }, { id: '?' }],
    ]) {
      const schema = parse(record(['n', 'int'], ['a', type, value]));
      assert.throws(() => schema.encode({ n: 1 }), {
        name: 'EncodeError',
        kind: 'value-invalid',
        message: /^the datum: the field "a" is missing, and its default is refused: a /,
      });
      assert.equal(schema.isValid({ n: 1 }), false);
      assert.throws(() => schema.fromJson('{"n": 1}'), { name: 'DecodeError' });
      assert.equal(schema.isValid({ n: 1, a: parse(type).random(3) }), true);
      const writer = parse(record(['n', 'int']));
      assert.deepStrictEqual(schema.resolve(writer).decode(writer.encode({ n: 1 })), { n: 1, a: read });
    }
    const right = 'F81D4FAE-7dec-11d0-a765-00a0c91e6bf6';
    // A branch that does not take the default has no say; nor has one that is given.
    const some = parse(
      record(['a', [{ type: 'array', items: uuid }, 'string'], ''], ['b', uuid, right], ['c', inner, { id: right }]),
    );
    assert.deepEqual(some.decode(some.encode({})), { a: '', b: right, c: { id: right } });
    assert.throws(() => some.encode({ c: {} }), { kind: 'value-invalid', path: 'c' });
  });

  test(`values by chance are some that logical types hold: ${engine}`, () => {
    const fields = ['date', 'timestamp-millis', 'timestamp-micros', 'decimal', 'big-decimal'].map(
      (logicalType, index) => [
        `f${index}`,
        { type: ['int', 'long', 'long', 'bytes', 'bytes'][index], logicalType, precision: 4, scale: 2 },
      ],
    );
    const schema = parse(record(...fields, ['all', { type: 'array', items: fields[1][1] }]), {
      logicalTypes: LOGICAL_TYPES,
    });
    for (let seed = 0; seed < 300; seed++) {
      const value = schema.random(seed);
      assert.deepEqual(schema.decode(schema.encode(value)), value);
      assert.deepEqual(schema.random(seed), value);
    }
    const none = { is: () => false, encode: () => 0, decode: () => assert.fail('none') };
    const never = parse({ type: 'int', logicalType: 'date' }, { logicalTypes: { date: none } });
    assert.throws(() => never.random(1), { kind: 'logical-invalid' });
  });
}
