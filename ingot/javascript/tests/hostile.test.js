import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FileBytes } from 'ingot';

/** Headers of strangers: each of these would take gigabytes or hours if its parts were taken as they come. */

const many = (count, part) => Array.from({ length: count }, (_, number) => part(number));

function kindOf(job) {
  try {
    job();
    return undefined;
  } catch (error) {
    if (error.kind === undefined) throw error;
    return error.kind;
  }
}

test('a header has only so many entries', () => {
  const long = (value) => {
    const bytes = [];
    for (let rest = 2 * value; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) return [...bytes, rest];
      bytes.push((rest % 128) + 128);
    }
  };
  const text = (text) => [...long(text.length), ...Buffer.from(text)];
  const header = (blocks, entry) => {
    const first = [...Buffer.from('Obj\x01'), 2, ...text('avro.schema'), ...text('"int"')];
    const rest = many(blocks, (block) => [...long(20_000), ...many(20_000, (place) => entry(block * 20_000 + place))]);
    return Uint8Array.from([first, rest.flat(2), 0, many(16, () => 7)].flat());
  };
  const read = (file) => kindOf(() => new FileBytes(file));
  assert.equal(read(header(4, () => [0, 0])), 'limit-header');
  assert.equal(read(header(3, () => [0, 0])), undefined);
  assert.equal(read(header(3, (number) => [...text(`avro.${number}`), 0])), undefined);
  assert.equal(read(header(3, (number) => [...text(`avro.${number % 50_000}`), 0])), 'key-duplicate');
});
