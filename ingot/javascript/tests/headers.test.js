// What a container file's header may be, and what is known of a file whose blocks cannot be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FileBytes, fileOf, FileStream, Schema } from 'ingot';

const INT = Schema.parse('"int"');
const FILE = fileOf(INT, [1, 2]);

/** How many bytes the header has: the marker ends it for the first time. */
function headSize(file) {
  const { sync } = new FileBytes(file);
  return Buffer.from(file).indexOf(sync) + sync.length;
}

/** A file as above with these entries besides, as many as there are names. */
function withEntries(names) {
  const metadata = Object.fromEntries(names.map((name) => [`mine.${name}`, '']));
  return Buffer.from(
    Buffer.from(fileOf(INT, [1], { metadata }))
      .toString('latin1')
      .replaceAll('mine.', 'avro.'),
    'latin1',
  );
}

async function kindOf(run) {
  try {
    await run();
    return undefined;
  } catch (error) {
    return `${error.name} ${error.kind}`;
  }
}

test('a header beyond its limit is refused, however its bytes come', async () => {
  const size = headSize(FILE);
  for (const [headerBytes, due] of [
    [20, 'FileError limit-header'],
    [3, 'FileError limit-header'],
    [size - 1, 'FileError limit-header'],
    [size, undefined],
    [Infinity, undefined],
  ]) {
    const limits = { headerBytes };
    assert.equal(await kindOf(() => new FileBytes(FILE, { limits })), due, `${headerBytes}`);
    for (const chunk of [1, 7, FILE.length]) {
      const chunks = [];
      for (let at = 0; at < FILE.length; at += chunk) chunks.push(FILE.slice(at, at + chunk));
      assert.equal(await kindOf(() => FileStream.open(chunks, { limits })), due, `${headerBytes}, ${chunk}`);
    }
  }
});

test('a header of very many entries is read, each name of the specification once', () => {
  const names = Array.from({ length: 60_000 }, (_, index) => `${index}`);
  assert.equal(new FileBytes(withEntries(names)).metadata.size, names.length + 2);
  assert.throws(() => new FileBytes(withEntries([...names, 'codec'])), { kind: 'key-duplicate' });
});

test('the header is read whatever its codec is', async () => {
  const codecs = { mine: { unpack: (bytes) => bytes, pack: (bytes) => bytes.slice() } };
  for (const values of [[1, 2], []]) {
    const written = fileOf(INT, values, { codec: 'mine', codecs });
    for (const file of [new FileBytes(written), await FileStream.open([written])]) {
      assert.equal(file.codec, 'mine');
      assert.equal(file.schema.toString(), '"int"');
      assert.equal(file.sync.length, 16);
      const all = async () => {
        for await (const value of file) assert.fail(`${value}`);
      };
      await assert.rejects(all, { name: 'FileError', kind: 'codec-unknown', message: /^no codec "mine": / });
    }
    assert.throws(() => new FileBytes(written).forEach(() => assert.fail()), { kind: 'codec-unknown' });
  }
});

test('a level that a codec does not have is refused in the words of all errors', () => {
  for (const [codec, ...levels] of [
    ['deflate', -1, 10, 99, 1.5, NaN, '6'],
    ['zstandard', -8, 23, 0.5],
  ]) {
    // Of a codec that is not in this runtime the codec itself is refused.
    for (const level of levels) {
      assert.throws(() => fileOf(INT, [], { codec, level }), { name: 'FileError', kind: 'codec-unknown' });
    }
  }
  assert.throws(() => fileOf(INT, [1], { codec: 'deflate', level: 99 }), {
    message: 'deflate has no level 99: its levels are 0 to 9',
  });
  for (const level of [0, 1, 9, undefined]) {
    assert.deepEqual([...new FileBytes(fileOf(INT, [1], { codec: 'deflate', level }))], [1]);
  }
  // Where there are none, and with codecs that are given, a level may be anything.
  const mine = { unpack: (bytes) => bytes, pack: (bytes, level) => (assert.equal(level, 99), bytes.slice()) };
  fileOf(INT, [1], { codec: 'deflate', level: 99, codecs: { deflate: mine } });
  fileOf(INT, [1], { codec: 'snappy', level: 99 });
});
