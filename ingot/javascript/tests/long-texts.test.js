// Long texts, and such of very many parts: what is done with them takes a time that follows their length. Were it its
// square, these tests would take minutes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Schema } from 'ingot';

const LONG = 1_000_000;

test('numbers of very many digits are what they are', () => {
  const int = Schema.parse('"int"');
  const zeros = '0'.repeat(LONG);
  assert.throws(() => int.fromJson(`1${zeros}1`), { kind: 'value-invalid' });
  assert.equal(int.fromJson(`5.${zeros}`), 5);
  assert.equal(int.fromJson(`0.${zeros}`), 0);
  assert.throws(() => int.fromJson(`5.${zeros}1`), { kind: 'value-invalid' });
  assert.equal(int.fromJson(`12${zeros}e-${LONG}`), 12);
  for (const key of ['precision', 'scale']) {
    const text = `{"type": "bytes", "logicalType": "decimal", "precision": 4, "${key}": 1${zeros}1}`;
    const { warnings } = Schema.parse(text, { lenient: true });
    assert.ok(warnings.some(({ kind }) => kind === 'logical-ignored'));
  }
});

test('a thousand warnings behind a long text have their places', () => {
  const doc = 'é€🌍'.repeat(LONG);
  const fields = Array.from({ length: 1500 }, (_, index) => ({ name: `a-${index}`, type: 'int' }));
  const text = JSON.stringify({ type: 'record', doc, name: 'R', fields });
  const { warnings, warningsLeftOff } = Schema.parse(text, { lenient: true });
  assert.equal(warnings.length, 1000);
  assert.equal(warningsLeftOff, 500);
  for (const index of [0, 1, 500, 999]) {
    const before = text.slice(0, text.indexOf(`"a-${index}"`));
    assert.deepEqual(warnings[index].place, {
      path: `$.fields[${index}].name`,
      line: 1,
      column: [...before].length + 1,
      offset: Buffer.byteLength(before),
    });
  }
});

test('warnings come in the order of the text, and their paths stay short', () => {
  // The name is looked at first.
  const text = '{"type": "record",\n "aliases": 5,\n "name": "a-b", "fields": []}';
  const { warnings } = Schema.parse(text, { lenient: true });
  assert.deepEqual(
    warnings.map(({ place: { line, column, path } }) => [line, column, path]),
    [
      [2, 13, '$.aliases'],
      [3, 10, '$.name'],
    ],
  );
  const key = 'k'.repeat(LONG);
  const twice = Array.from({ length: 1000 }, () => '{"a": 1, "a": 2}');
  const odd = Schema.parse(`{"type": "int", "${key}": {"é${key}": [${twice}]}}`, { lenient: true });
  assert.equal(odd.warnings.length, 1000);
  assert.equal(odd.warnings[7].path, `$.${'k'.repeat(40)}…["é${'k'.repeat(39)}…"][7]`);
});

test('a union of very many names that are defined later is read', () => {
  const count = 20_000;
  const names = Array.from({ length: count }, (_, index) => `F${index}`);
  const later = names.map((name) => ({ type: 'fixed', name, size: 1 }));
  const fields = [
    { name: 'a', type: names },
    { name: 'b', type: later },
  ];
  const schema = Schema.parse({ type: 'record', name: 'R', fields }, { lenient: true });
  assert.equal(schema.root.fields[0].type.branches[count - 1].name, `F${count - 1}`);
});

test('a long default is compared with very many branches', () => {
  const text = 'é'.repeat(LONG);
  const fixed = (size) => Array.from({ length: 10_000 }, (_, index) => ({ type: 'fixed', name: `F${index}`, size }));
  const read = (type, value) =>
    Schema.parse({ type: 'record', name: 'R', fields: [{ name: 'a', type, default: value }] });
  assert.equal(read([...fixed(1), 'bytes'], text).encode({}).length, LONG + 6);
  // Where each of them has to look at the text, that counts by its length.
  assert.throws(() => read([...fixed(LONG + 1), 'string'], `${text}€`), { kind: 'limit-defaults' });
});
