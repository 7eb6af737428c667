// Items that take no bytes: what is written of them can be read again.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bytesOfRecords, FileBytes, fileChunks, fileOf, LOGICAL_TYPES, Schema } from 'ingot';
import * as dropIn from 'ingot/avsc';
import { Codec, linked, parseSchema } from 'ingot/codec';

import { tableOf } from '../dist/schema/table.js';
import { record } from './record.js';
import { ENGINES } from './rows.js';

const MOST = 2 ** 20;
const NULLS = { type: 'array', items: 'null' };
const nulls = (count) => new Array(count).fill(null);
const refusal = (path) => ({ name: 'EncodeError', kind: 'limit-zero-width', path, offset: undefined });

for (const engine of ENGINES) {
  const parse = (schema, limit, options) =>
    Schema.parse(schema, { engine, ...(limit === undefined ? {} : { limits: { zeroWidth: limit } }), ...options });

  test(`a datum has no more items without bytes than are read: ${engine}`, () => {
    const schema = parse(NULLS);
    assert.equal(schema.decode(schema.encode(nulls(MOST))).length, MOST);
    assert.equal(schema.exactly.written, 0);
    const many = nulls(MOST + 1);
    const message = 'the datum: 1048577 values that take no bytes: more than the limit';
    assert.throws(() => schema.encode(many), { ...refusal(''), message });
    assert.throws(() => schema.encodeInto(many, new Uint8Array(20), 3), refusal(''));
    assert.throws(() => schema.encodeMany([[], many]), refusal(''));
    assert.throws(() => schema.encodeSingleObject(many), refusal(''));
    assert.throws(() => schema.toJson(many), refusal(''));
    assert.equal(schema.validate(many).kind, 'limit-zero-width');
    assert.equal(schema.isValid(many), false);
    const codec = new Codec(linked(JSON.parse(JSON.stringify(tableOf(parseSchema(NULLS))))), { engine });
    assert.throws(() => codec.encode(many), refusal(''));
  });

  test(`items and fields without bytes are counted wherever they stand: ${engine}`, () => {
    const empty = { type: 'record', name: 'E', fields: [] };
    const zero = { type: 'fixed', name: 'Z', size: 0 };
    const list = (items) => record(['list', { type: 'array', items }], ['text', 'string', '']);
    const fields = { ...record(['n', 'null'], ['i', 'int'], ['m', 'null']), name: 'F' };
    const filled = { ...record(['i', 'int'], ['d', NULLS, nulls(2)]), name: 'D' };
    for (const [schema, right, wrong, path] of [
      [list('null'), { list: nulls(4) }, { list: nulls(5) }, 'list'],
      [
        list(zero),
        { list: nulls(4).map(() => new Uint8Array()) },
        { list: [1, 2, 3, 4, 5].map(() => Buffer.of()) },
        'list',
      ],
      [list(empty), { list: [{}, {}, {}, {}] }, { list: [{}, {}, {}, {}, {}] }, 'list'],
      [{ type: 'array', items: NULLS }, [nulls(1), nulls(3)], [nulls(1), nulls(3), nulls(1)], '[2]'],
      [
        list(fields),
        { list: [1, 2].map((i) => ({ n: null, i, m: null })) },
        { list: [1, 2, 3].map((i) => ({ n: null, i, m: null })) },
        'list[2]',
      ],
      [list(filled), { list: [{ i: 1 }, { i: 2 }] }, { list: [{ i: 1 }, { i: 2 }, { i: 3 }] }, 'list[2].d'],
      [{ type: 'map', values: NULLS }, { a: nulls(4) }, { a: nulls(4), b: nulls(1) }, '{"b"}'],
      [
        { type: 'map', values: NULLS },
        new Map([['a', nulls(4)]]),
        new Map([
          ['a', nulls(4)],
          ['b', nulls(1)],
        ]),
        '{"b"}',
      ],
    ]) {
      const limited = parse(schema, 4);
      assert.doesNotThrow(() => limited.decode(limited.encode(right)));
      assert.throws(() => limited.encode(wrong), refusal(path));
      assert.throws(() => limited.decode(parse(schema).encode(wrong)), { kind: 'limit-zero-width', path });
    }
    // What takes bytes is not counted.
    const none = parse({ type: 'map', values: 'null' }, 0);
    assert.deepEqual(Object.keys(none.decode(none.encode({ a: null, b: null }))), ['a', 'b']);
    const unions = parse({ type: 'array', items: ['null', 'int'] }, 0);
    assert.deepEqual(unions.decode(unions.encode([null, 1])), [null, 1]);
  });

  test(`to count, no value of a logical type is made: ${engine}`, () => {
    const date = { ...LOGICAL_TYPES.date, decode: () => assert.fail('nothing is read') };
    const dates = record(['d', { type: 'int', logicalType: 'date' }], ['list', NULLS]);
    const schema = parse(dates, 2, { logicalTypes: { date } });
    assert.deepEqual([...schema.encode({ d: new Date(0), list: nulls(2) })], [0, 4, 0]);
    // A getter that writes other values meanwhile.
    const other = parse(NULLS, 5);
    const value = {
      get d() {
        assert.throws(() => other.encode(nulls(6)), refusal(''));
        return other.encode(nulls(5))[0];
      },
      list: nulls(2),
    };
    assert.deepEqual([...schema.encode(value)], [20, 4, 0]);
    assert.throws(() => schema.encode({ ...value, list: nulls(3) }), refusal('list'));
  });

  test(`a block has no more items without bytes than are read: ${engine}`, async () => {
    const counts = (file) => Array.from(new FileBytes(file).blocks(), ({ count }) => count);
    const several = parse(NULLS, 10);
    const records = [2, 2, 2, 10, 0, 1].map(nulls);
    const file = fileOf(several, records);
    assert.deepEqual(counts(file), [2, 1, 1, 2]);
    assert.deepEqual([...new FileBytes(file, { schema: several })], records);
    const chunks = [];
    for await (const chunk of fileChunks(several, records)) chunks.push(chunk.length);
    assert.equal(chunks.length, 5);
    const streamed = [];
    for await (const chunk of ReadableStream.from(records).pipeThrough(bytesOfRecords(several))) streamed.push(chunk);
    assert.deepEqual(counts(Buffer.concat(streamed)), [2, 1, 1, 2]);
    assert.throws(() => fileOf(several, [nulls(1), nulls(11)]), refusal(''));

    assert.deepEqual(counts(fileOf(parse('"null"', 10), nulls(12))), [5, 5, 2]);
    const all = fileOf(parse('"null"'), nulls(MOST + 1), { codec: 'snappy' });
    let found = 0;
    new FileBytes(all).forEach(() => found++);
    assert.equal(found, MOST + 1);

    // By another schema those of both are counted.
    const written = fileOf(parse(record(['a', NULLS])), new Array(30_000).fill({ a: nulls(100) }));
    const reader = parse(record(['a', NULLS], ['b', 'int', 1]));
    let sum = 0;
    new FileBytes(written, { schema: reader }).forEach(({ b }) => (sum += b));
    assert.equal(sum, 30_000);
  });

  test(`the records of a block count apart from what they hold: ${engine}`, () => {
    let found = 0;
    parse(record(['n', 'null'])).decodeBlock(new Uint8Array(), 700_000, () => found++);
    assert.equal(found, 700_000);
    assert.throws(() => parse('"null"').decodeBlock(new Uint8Array(), MOST + 1, () => undefined), {
      kind: 'limit-zero-width',
    });
  });
}

test('types that hold others twice are compared within the limit', () => {
  let type = record(['a', 'null']);
  for (let index = 0; index < 40; index++) {
    const name = type.name;
    type = {
      type: 'record',
      name: `R${index}`,
      fields: [
        { name: 'a', type },
        { name: 'b', type: name },
      ],
    };
  }
  const schema = Schema.parse(type);
  assert.throws(() => schema.compareEncoded(new Uint8Array(), new Uint8Array()), { kind: 'limit-zero-width' });
});

test('the drop-in refuses the same, and goes on without it', async () => {
  const type = dropIn.Type.forSchema(NULLS);
  assert.throws(() => type.toBuffer(nulls(MOST + 1)), refusal(''));
  assert.throws(() => type.encode(nulls(MOST + 1), Buffer.alloc(9)), refusal(''));
  assert.equal(type.isValid(nulls(MOST + 1)), false);
  const encoder = new dropIn.streams.BlockEncoder(NULLS);
  const wrong = [];
  encoder.removeAllListeners('typeError').on('typeError', (error) => wrong.push(error.kind));
  for (const count of [MOST / 2, 5, MOST + 1, MOST, 0]) encoder.write(nulls(count));
  encoder.end();
  const chunks = [];
  for await (const chunk of encoder) chunks.push(chunk);
  assert.deepEqual(wrong, ['limit-zero-width']);
  const blocks = [...new FileBytes(Buffer.concat(chunks)).blocks()];
  assert.deepEqual(
    blocks.map(({ count }) => count),
    [1, 1, 1, 1],
  );
});
