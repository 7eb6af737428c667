import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import * as zlib from 'node:zlib';

import { bytesOfRecords, FileBytes, fileChunks, fileOf, FileStream, recordsOf, Schema } from 'ingot';

import { inflate } from '../dist/container/inflate.js';
import { packSnappy, unpackSnappy } from '../dist/container/snappy.js';
import { framesOf } from '../dist/container/zstandard.js';
import { bytesOf, codecOf, hex, rows, textOf } from './rows.js';

/** Codecs that this package does not have, or this runtime's zlib. */
const LACKING = ['bzip2', 'xz', ...(zlib.zstdDecompressSync === undefined ? ['zstandard'] : [])];
const values = { unions: 'tagged' };

/** Rows with more than one fault, where another kind than the row's is told. */
const OTHER_KINDS = { 'containers/metadata-2^40': 'limit-header', 'containers/metadata-max': 'limit-header' };

async function found(row, tolerance, chunked) {
  const bytes = bytesOf(row, 'container');
  try {
    const read = [];
    if (chunked === 0) for (const value of new FileBytes(bytes, { tolerance, values })) read.push(value);
    else
      for await (const value of await FileStream.open(chunksOf(bytes, chunked), { tolerance, values }))
        read.push(value);
    return { read };
  } catch (error) {
    if (error.kind === undefined) throw error;
    return { kind: error.kind, message: error.message };
  }
}

function* chunksOf(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('files are read as the rows say', async () => {
  const wrong = [];
  for (const row of rows('containers')) {
    const lacks = LACKING.includes(codecOf(row));
    for (const [verdict, tolerance] of [
      ['strict', 'nothing'],
      ['lenient', 'cut'],
    ]) {
      for (const chunked of [0, 1, 1000]) {
        if (chunked === 1 && row.container_runs !== undefined) continue;
        const { read, kind, message } = await found(row, tolerance, chunked);
        const due = lacks ? 'codec-unknown' : row[verdict] === 'refuse' ? row.error : undefined;
        if (kind !== due && kind !== OTHER_KINDS[row.id])
          wrong.push(`${row.id} ${tolerance} ${chunked}: ${kind} ${message}`);
        if (due !== undefined || row.records === undefined) continue;
        const { schema } = new FileBytes(bytesOf(row, 'container'), { tolerance, values });
        const texts = JSON.parse(textOf(row, 'records')).map((record) => JSON.stringify(record));
        assert.deepStrictEqual(
          read.map((value) => JSON.stringify(JSON.parse(schema.toJson(value)))),
          texts,
          row.id,
        );
      }
    }
  }
  assert.deepEqual(wrong, []);
});

const TEA = Schema.parse({
  type: 'record',
  name: 'Tea',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'grams', type: ['null', 'long'], default: null },
  ],
});

function teas(count) {
  return Array.from({ length: count }, (_, index) => ({
    name: `tea ${index % 97}`,
    grams: index % 3 === 0 ? null : index,
  }));
}

for (const codec of ['null', 'deflate', 'snappy', ...(LACKING.includes('zstandard') ? [] : ['zstandard'])]) {
  test(`what is written is read: ${codec}`, async () => {
    const records = teas(20_000);
    const file = fileOf(TEA, records, { codec, metadata: { who: 'me' } });
    const opened = new FileBytes(file);
    assert.equal(opened.codec, codec);
    assert.equal(Buffer.from(opened.metadata.get('who')).toString(), 'me');
    assert.deepEqual([...opened], records);
    const chunks = [];
    for await (const chunk of fileChunks(TEA, records, { codec })) chunks.push(chunk);
    const streamed = [];
    for await (const value of await FileStream.open(new Blob(chunks))) streamed.push(value);
    assert.deepEqual(streamed, records);
  });
}

test('a Buffer that is used again changes no marker and no metadata', async () => {
  const marker = Buffer.alloc(16, 1);
  const chunks = [];
  for await (const chunk of fileChunks(TEA, teas(20_000), { sync: marker, metadata: { who: 'me' } })) {
    chunks.push(chunk);
    marker.fill(2);
  }
  const file = Buffer.concat(chunks);
  const opened = new FileBytes(file);
  assert.deepEqual([...opened], teas(20_000));
  file.fill(0);
  assert.equal(Buffer.from(opened.metadata.get('who')).toString(), 'me');
  assert.deepEqual([...opened.sync], Array(16).fill(1));
});

test('streams of the Web become records and back', async () => {
  const records = teas(5000);
  const from = new ReadableStream({
    start(controller) {
      for (const record of records) controller.enqueue(record);
      controller.close();
    },
  });
  const read = [];
  const through = from.pipeThrough(bytesOfRecords(TEA, { codec: 'snappy', blockBytes: 1000 })).pipeThrough(recordsOf());
  for await (const record of through) read.push(record);
  assert.deepEqual(read, records);
});

test('a file is read by another schema', () => {
  const reader = Schema.parse({
    type: 'record',
    name: 'Tea',
    fields: [
      { name: 'grams', type: ['null', 'double'] },
      { name: 'hot', type: 'boolean', default: true },
    ],
  });
  const file = fileOf(TEA, teas(3));
  assert.deepEqual(
    [...new FileBytes(file, { schema: reader })],
    [
      { grams: null, hot: true },
      { grams: 1, hot: true },
      { grams: 2, hot: true },
    ],
  );
});

test('a wrong value leaves the file as it was, and its error says where', () => {
  function* some() {
    yield { name: 'a', grams: 1 };
    yield { name: 5, grams: 1 };
  }
  assert.throws(() => fileOf(TEA, some()), { name: 'EncodeError', kind: 'value-invalid', path: 'name' });
});

test('deflate and snappy are unpacked as others pack them', () => {
  let state = 7;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16;
  for (let size = 0; size < 100_000; size = size * 2 + 3) {
    for (const letters of [1, 4, 256]) {
      const bytes = Uint8Array.from({ length: size }, () => next() % letters);
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY]) {
        for (const level of [0, 1, 9]) {
          const packed = deflateRawSync(bytes, { level, strategy });
          const { bytes: unpacked, taken } = inflate(Buffer.concat([packed, Buffer.from('more')]), 1 << 20);
          assert.ok(Buffer.from(unpacked).equals(bytes));
          assert.equal(taken, packed.length);
        }
      }
      assert.ok(Buffer.from(unpackSnappy(packSnappy(bytes), 1 << 20)).equals(bytes));
    }
  }
  assert.throws(() => inflate(deflateRawSync(new Uint8Array(5000)), 4999), { kind: 'limit-block' });
});

test('spoiled streams are values or errors of their kind', () => {
  const bytes = Uint8Array.from({ length: 3000 }, (_, index) => (index * index) % 7);
  for (const [packed, unpack] of [
    [deflateRawSync(bytes), inflate],
    [packSnappy(bytes), unpackSnappy],
  ]) {
    for (let at = 0; at < packed.length; at++) {
      for (const flip of [1, 0x80, 0xff]) {
        const spoiled = Uint8Array.from(packed);
        spoiled[at] ^= flip;
        try {
          unpack(spoiled, 1 << 20);
        } catch (error) {
          assert.ok(['codec-data', 'limit-block'].includes(error.kind), error.stack);
        }
      }
    }
  }
});

test('a large block is measured before it gets room', () => {
  const bytes = new Uint8Array(20 << 20);
  for (let at = 0; at < bytes.length; at += 4093) bytes[at] = at;
  const schema = Schema.parse('"bytes"');
  const [value] = new FileBytes(fileOf(schema, [bytes], { codec: 'deflate' }));
  assert.ok(Buffer.from(value).equals(bytes));
  const file = fileOf(schema, [bytes], { codec: 'deflate' });
  assert.throws(() => [...new FileBytes(file, { limits: { blockBytes: 19 << 20 } })], { kind: 'limit-block' });
});

/** Bytes turned upside down: a codec that shows which one was used. */
const turned = (bytes) => bytes.map((byte) => byte ^ 0xff);

test('files are packed by codecs that are given', async () => {
  const codecs = { bzip2: { unpack: turned, pack: turned } };
  const records = teas(3000);
  const file = fileOf(TEA, records, { codec: 'bzip2', codecs });
  assert.deepEqual([...new FileBytes(file, { codecs })], records);
  const chunks = [];
  for await (const chunk of fileChunks(TEA, records, { codec: 'bzip2', codecs })) chunks.push(chunk);
  const streamed = [];
  for await (const value of await FileStream.open(new Blob(chunks), { codecs })) streamed.push(value);
  assert.deepEqual(streamed, records);

  assert.throws(() => [...new FileBytes(file)], {
    kind: 'codec-unknown',
    message: /no codec "bzip2": .* option codecs/,
  });
  assert.throws(() => [...new FileBytes(file, { codecs: Object.create(codecs) })], { kind: 'codec-unknown' });
  assert.throws(() => fileOf(TEA, records, { codec: 'bzip2', codecs: { bzip2: { unpack: turned } } }), {
    kind: 'codec-unknown',
    message: 'the codec bzip2 that was given only unpacks',
  });
  const read = (unpack) => [...new FileBytes(file, { codecs: { bzip2: { unpack } } })];
  const fails = () => {
    throw new Error('mine');
  };
  assert.throws(() => read(fails), { kind: 'codec-data', message: /^byte \d+: mine$/ });
  assert.throws(() => read(() => new Uint8Array((64 << 20) + 1)), { kind: 'limit-block' });
  // A codec that is given comes before one that is built in.
  const own = fileOf(TEA, records, { codec: 'deflate', codecs: { deflate: { unpack: turned, pack: turned } } });
  assert.throws(() => [...new FileBytes(own)], { kind: 'codec-data' });
});

test('frames of zstandard are found, whole', () => {
  const one = Buffer.from('28b52ffda0020000001100000000', 'hex');
  const skipped = Buffer.from('502a4d1803000000aabbcc', 'hex');
  const found = (...parts) => framesOf(Buffer.concat(parts)).map((frame) => hex(frame));
  assert.deepEqual(found(one), [hex(one)]);
  assert.deepEqual(found(one, skipped, one), [hex(one), hex(one)]);
  assert.deepEqual(found(skipped, one), [hex(one)]);
  for (const parts of [[], [skipped], [one, Buffer.from('more')], [one, Buffer.from('more and more')]]) {
    assert.throws(() => found(...parts), { kind: 'codec-data' });
  }
  for (const whole of [one, skipped]) {
    for (let end = 1; end < whole.length; end++) {
      assert.throws(() => found(one, whole.subarray(0, end)), { kind: 'codec-data' }, `${end}`);
    }
  }
});

/** A stream of a file's bytes, piece by piece, that tells whether it was cancelled. */
function watched(bytes, size = 1000) {
  const log = { cancelled: undefined };
  let at = 0;
  const stream = new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += size)));
    },
    cancel(reason) {
      log.cancelled = reason ?? 'without a reason';
    },
  });
  return { stream, log };
}

const ROWS = Schema.parse({ type: 'record', name: 'Row', fields: [{ name: 'n', type: 'int' }] });
const LONG = fileOf(
  ROWS,
  Array.from({ length: 20_000 }, (_, n) => ({ n })),
  { blockBytes: 3000 },
);
const SPOILED = LONG.map((byte, index) => (index < 5000 ? byte : 7));

test('who leaves a file early closes its source', async () => {
  const left = watched(LONG);
  for await (const row of await FileStream.open(left.stream)) {
    void row;
    break;
  }
  assert.equal(left.log.cancelled, 'without a reason');
  const thrown = watched(LONG);
  const failing = async () => {
    for await (const rows of (await FileStream.open(thrown.stream)).batches()) {
      void rows;
      throw new Error('enough');
    }
  };
  await assert.rejects(failing, { message: 'enough' });
  assert.notEqual(thrown.log.cancelled, undefined);
  const closed = watched(LONG);
  const file = await FileStream.open(closed.stream);
  await file.close('enough');
  assert.equal(closed.log.cancelled, 'enough');
  for await (const row of file) assert.fail(`a closed file has no records: ${row}`);
  let finished = false;
  const pieces = (function* () {
    try {
      for (let at = 0; at < LONG.length; at += 1000) yield LONG.subarray(at, at + 1000);
    } finally {
      finished = true;
    }
  })();
  for await (const row of (await FileStream.open(pieces)).blocks()) {
    void row;
    break;
  }
  assert.ok(finished);
  const node = Readable.from([LONG.subarray(0, 9000), LONG.subarray(9000)]);
  for await (const row of await FileStream.open(node)) {
    void row;
    break;
  }
  assert.ok(node.destroyed);
});

test('a block with another marker counts unless it holds that of the file', () => {
  const sync = new TextEncoder().encode('0123456789abcdef');
  for (const [text, counts] of [
    ['before', true],
    ['before 0123456789abcdef behind', false],
  ]) {
    const file = fileOf(Schema.parse('"string"'), [text, 'second'], { sync, blockBytes: 1 });
    // Behind the first block there is the second one, of 25 bytes.
    file.fill(0x78, file.length - 25 - sync.length, file.length - 25);
    const all = () => [...new FileBytes(file, { tolerance: 'cut' })];
    if (counts) assert.deepEqual(all(), [text, 'second']);
    else assert.throws(all, { kind: 'sync-mismatch' });
    assert.throws(() => [...new FileBytes(file)], { kind: 'sync-mismatch' });
  }
});

test('what is read though it is odd is said by a word that there is', async () => {
  const file = fileOf(Schema.parse('"int"'), [1]);
  const wrong = { name: 'TypeError', message: 'tolerance: damage is none of nothing odd cut' };
  assert.throws(() => new FileBytes(file, { tolerance: 'damage' }), wrong);
  await assert.rejects(FileStream.open(new Blob([file]), { tolerance: 'damage' }), wrong);
  assert.deepEqual([...new FileBytes(file, { tolerance: undefined })], [1]);
});

test('a file that is wrong closes its source', async () => {
  const head = watched(new Uint8Array(5000).fill(1));
  await assert.rejects(FileStream.open(head.stream), { kind: 'magic' });
  assert.equal(head.log.cancelled.kind, 'magic');
  const block = watched(SPOILED);
  const all = async () => {
    for await (const row of await FileStream.open(block.stream)) void row;
  };
  await assert.rejects(all, { kind: 'sync-mismatch' });
  assert.equal(block.log.cancelled.kind, 'sync-mismatch');
});

test('streams of records are cancelled and aborted to both sides', async () => {
  const cancelled = watched(LONG);
  const reader = cancelled.stream.pipeThrough(recordsOf()).getReader();
  await reader.read();
  await reader.cancel('enough');
  await new Promise((done) => setImmediate(done));
  assert.equal(cancelled.log.cancelled, 'enough');

  const wrong = watched(SPOILED);
  const through = recordsOf();
  const piped = wrong.stream.pipeTo(through.writable);
  piped.catch(() => undefined);
  const all = async () => {
    for await (const row of through.readable) void row;
  };
  await assert.rejects(all, { kind: 'sync-mismatch' });
  await assert.rejects(piped, { kind: 'sync-mismatch' });
  assert.equal(wrong.log.cancelled.kind, 'sync-mismatch');

  const aborted = recordsOf();
  const writer = aborted.writable.getWriter();
  writer.write(LONG.slice(0, 500)).catch(() => undefined);
  const first = aborted.readable.getReader().read();
  writer.abort(new Error('stop')).catch(() => undefined);
  await assert.rejects(first, { message: 'stop' });
});

test('a source gives bytes, and nothing else', async () => {
  const count = async (source) => {
    let found = 0;
    for await (const row of await FileStream.open(source)) found += row === undefined ? 0 : 1;
    return found;
  };
  const memory = LONG.slice().buffer;
  for (const source of [LONG, memory, [memory], [LONG]]) assert.equal(await count(source), 20_000);
  assert.equal([...new FileBytes(memory)].length, 20_000);
  const bytes = { name: 'TypeError', message: 'bytes have to be a Uint8Array or an ArrayBuffer' };
  await assert.rejects(count(['Obj\u0001']), bytes);
  assert.throws(() => new FileBytes('Obj\u0001'), bytes);
  for (const source of [undefined, null, 'Obj\u0001', 5, {}, new Response(LONG)]) {
    await assert.rejects(count(source), { name: 'TypeError', message: /^a file comes from a Blob, / });
  }
});

test('what cannot stand in a file is refused when it is written', () => {
  assert.throws(() => fileOf(ROWS, [], { metadata: { x: 5 } }), { name: 'TypeError' });
  assert.throws(() => fileOf(ROWS, [], { metadata: { x: '\ud800' } }), { name: 'TypeError' });
  assert.throws(() => fileOf(ROWS, [], { blockBytes: NaN }), { name: 'RangeError' });
  const codecs = { odd: { pack: () => undefined, unpack: () => 'text' } };
  assert.throws(() => fileOf(ROWS, [{ n: 1 }], { codec: 'odd', codecs }), { name: 'TypeError' });
  const written = fileOf(ROWS, [{ n: 1 }], { codec: 'odd', codecs: { odd: { ...codecs.odd, pack: (all) => all } } });
  assert.throws(() => [...new FileBytes(written, { codecs })], { name: 'FileError', kind: 'codec-data' });
});

test('what a codec gives is kept, whatever becomes of its memory', () => {
  const memory = new Uint8Array(1000);
  const reused = (bytes) => (memory.set(bytes), memory.subarray(0, bytes.length));
  for (const pack of [(bytes) => bytes, (bytes) => Buffer.from(bytes.buffer, 0, bytes.length), reused]) {
    const codecs = { same: { pack, unpack: (bytes) => bytes } };
    const records = [1, 2, 3, 4, 5].map((n) => ({ n }));
    const file = fileOf(ROWS, records, { codec: 'same', codecs, blockBytes: 2 });
    assert.deepEqual([...new FileBytes(file, { codecs })], records);
  }
});

test('what is written can be read by default', () => {
  const bytes = Schema.parse('"bytes"');
  const most = 64 << 20;
  const records = [40 << 20, 1, 30 << 20, 5].map((size) => new Uint8Array(size));
  const file = fileOf(bytes, records, { blockBytes: most });
  assert.deepEqual(
    Array.from(new FileBytes(file).blocks(), ({ count }) => count),
    [2, 2],
  );
  const sizes = [];
  new FileBytes(file).forEach((value) => sizes.push(value.length));
  assert.deepEqual(
    sizes,
    records.map(({ length }) => length),
  );
  assert.throws(() => fileOf(bytes, [new Uint8Array(most)]), { name: 'FileError', kind: 'limit-block' });
  const codecs = { large: { pack: () => new Uint8Array(most + 1), unpack: (packed) => packed } };
  assert.throws(() => fileOf(ROWS, [{ n: 1 }], { codec: 'large', codecs }), { name: 'FileError', kind: 'limit-block' });
  const metadata = { notes: new Uint8Array(16 << 20) };
  assert.throws(() => fileOf(ROWS, [], { metadata }), { name: 'FileError', kind: 'limit-header' });
});

test('a stream of Node is closed while a chunk of it is due', async () => {
  const source = new PassThrough();
  // The header, and a block that goes on.
  source.write(LONG.subarray(0, 1000));
  const file = await FileStream.open(source);
  const due = assert.rejects(file.batches().next(), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  await file.close();
  assert.ok(source.destroyed);
  await due;
});
