import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FileBytes, Schema } from 'ingot';

/** Schemas and headers of strangers: each of these would take gigabytes or hours if its parts were taken as they come. */

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

const parsed = (schema, lenient) => kindOf(() => Schema.parse(JSON.stringify(schema), { lenient }));
const withDefault = (type, value) => ({ type: 'record', name: 'R', fields: [{ name: 'f', type, default: value }] });

test('names inherit a namespace only so often', () => {
  const namespace = (length) => many(length / 2, () => 'a').join('.');
  const aliases = { type: 'fixed', name: 'F', size: 1, aliases: many(50_000, (number) => `b${number}`) };
  const again = { type: 'record', name: 'R', fields: [{ name: 'f', type: many(60_000, () => 'R') }] };
  for (const [schema, most] of [
    [aliases, 250],
    [again, 100],
  ]) {
    assert.equal(parsed({ namespace: namespace(1 << 16), ...schema }, true), 'limit-text');
    assert.equal(parsed({ namespace: namespace(most), ...schema }, true), undefined);
  }
});

test('what a default is tried for is not looked at in full each time', () => {
  const symbols = many(1 << 16, (number) => `s${number}`);
  const items = { type: 'array', items: { type: 'enum', name: 'E', symbols } };
  assert.equal(
    parsed(
      withDefault(
        items,
        many(190_000, () => 's65535'),
      ),
    ),
    undefined,
  );
  const size = 12 << 20;
  const fixed = (size) => many(60_000, (number) => ({ type: 'fixed', name: `F${number}`, size }));
  const long = `${'x'.repeat(size)}Ā`;
  assert.equal(parsed(withDefault(fixed(1), long)), 'default-invalid');
  assert.equal(parsed(withDefault(fixed(size + 1), long)), 'limit-defaults');
  const records = many(40_000, (number) => ({ type: 'record', name: `A${number}`, fields: [] }));
  const members = Object.fromEntries(many(90_000, (number) => [`m${number}`, 0]));
  assert.equal(parsed(withDefault(records, members)), 'limit-defaults');
});

test('names used before they are defined are not compared with each other', () => {
  const fields = [{ name: 'f', type: many(30_000, () => 'Late') }];
  const late = { type: 'fixed', name: 'Late', size: 1 };
  assert.equal(parsed([{ type: 'record', name: 'R', fields }, late], true), undefined);
});

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
