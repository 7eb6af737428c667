import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bytesOfRecords, FileBytes, fileChunks, fileOf, FileStream, recordsOf, Schema } from 'ingot';

const ROWS = Schema.parse({ type: 'record', name: 'Row', fields: [{ name: 'n', type: 'int' }] });

test('options of other types are refused at the call', async () => {
  const unpack = (bytes) => bytes;
  const sync = new Uint8Array(16).fill(1);
  for (const [options, message] of [
    ['snappy', 'options has to be an object'],
    [null, 'options has to be an object'],
    [new Map([['codec', 'snappy']]), 'options has to be an object'],
    [{ codec: 5 }, 'codec has to be a name'],
    [{ codec: 'mine', codecs: { mine: {} } }, /^codecs: mine has to be an object with the function unpack/],
    [{ codec: 'mine', codecs: { mine: { unpack, pack: 'gzip' } } }, /^codecs: mine has to be an object with/],
    [{ codecs: { mine: null } }, /^codecs: mine has to be an object with/],
    [{ codecs: new Map() }, 'codecs has to be an object of codecs by their names'],
    [{ level: 'high' }, 'level has to be a number'],
    [{ codec: 'snappy', level: '6' }, 'level has to be a number'],
    [{ blockBytes: '64' }, 'blockBytes has to be a number'],
    [{ metadata: new Map([['by', 'me']]) }, 'metadata has to be an object of texts and bytes'],
    [{ metadata: 'by me' }, 'metadata has to be an object of texts and bytes'],
    [{ sync: '0123456789abcdef' }, 'sync has to be a Uint8Array'],
    [{ sync: Array(16).fill(300) }, 'sync has to be a Uint8Array'],
    [{ sync: new Int32Array(16) }, 'sync has to be a Uint8Array'],
    [{ metadata: { by: 5 } }, 'bytes have to be a Uint8Array or an ArrayBuffer'],
  ]) {
    for (const write of [
      () => fileOf(ROWS, [], options),
      () => fileChunks(ROWS, [], options),
      () => bytesOfRecords(ROWS, options),
    ])
      assert.throws(write, { name: 'TypeError', message });
  }
  for (const [options, wrong] of [
    [{ codec: 'gzip' }, { name: 'FileError', kind: 'codec-unknown' }],
    [
      { codec: 'mine', codecs: { mine: { unpack } } },
      { name: 'FileError', kind: 'codec-unknown' },
    ],
    [
      { codec: 'deflate', level: 99 },
      { name: 'FileError', kind: 'codec-unknown' },
    ],
    [{ blockBytes: -1 }, { name: 'RangeError' }],
    [{ sync: new Uint8Array(15) }, { name: 'RangeError' }],
    [{ metadata: { 'avro.codec': 'null' } }, { name: 'FileError', kind: 'key-duplicate' }],
  ]) {
    assert.throws(() => fileOf(ROWS, [], options), wrong);
    assert.throws(() => fileChunks(ROWS, [], options), wrong);
  }
  for (const schema of ['"int"', undefined, { type: 'int' }]) {
    assert.throws(() => fileOf(schema, []), { name: 'TypeError', message: 'the schema has to be a Schema' });
  }
  const file = fileOf(ROWS, [{ n: 1 }], { codec: null, level: undefined, metadata: undefined, sync, other: 1 });
  for (const [options, message] of [
    ['cut', 'options has to be an object'],
    [{ schema: '"int"' }, 'schema has to be a Schema'],
    [{ limits: { blockBytes: 'many' } }, 'blockBytes: many is no limit'],
    [{ limits: { blockBytes: -1 } }, 'blockBytes: -1 is no limit'],
    [{ limits: { blocks: 5 } }, 'blocks: 5 is no limit'],
    [{ codecs: { mine: { pack: unpack } } }, /^codecs: mine has to be an object with the function unpack/],
    [{ values: 'bigint' }, 'values has to be an object'],
    [{ values: { longs: 'big' } }, 'longs: big is none of number bigint'],
  ]) {
    const wrong = { name: 'TypeError', message };
    assert.throws(() => new FileBytes(file, options), wrong);
    assert.throws(() => recordsOf(options), wrong);
    await assert.rejects(FileStream.open([file], options), wrong);
  }
  // Bytes that become others meanwhile are no other marker.
  const marked = Uint8Array.from(sync);
  const chunks = fileChunks(ROWS, [{ n: 1 }], { sync: marked });
  const pieces = [(await chunks.next()).value];
  marked.fill(2);
  for await (const piece of chunks) pieces.push(piece);
  assert.deepEqual([...new FileBytes(Buffer.concat(pieces))], [{ n: 1 }]);
});
