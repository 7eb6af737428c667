// Keys and values at the edges of what JSON and JavaScript hold.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { opened, says } from './scratch.js';

test('any text that is Unicode is a key', (t) => {
  const teas = opened(t).collection('teas');
  const keys = [
    '',
    ' ',
    '\n',
    '"',
    '\\',
    '\0',
    'é',
    '茶',
    '☕',
    '👩‍🔬',
    '\ufffd',
    '\u2028',
    '__proto__',
    'x'.repeat(65_535),
  ];
  keys.forEach((key, at) => teas.put(key, { at }));
  teas.commit();
  keys.forEach((key, at) => {
    assert.deepEqual(teas.get(key), { id: key, at });
    assert.equal(JSON.parse(teas.getRaw(key)).at, at);
  });
  assert.deepEqual([...teas.keys()], keys);
  assert.deepEqual(
    teas.getMany(keys).map(({ at }) => at),
    keys.map((_, at) => at),
  );
  keys.forEach((key) => assert.ok(teas.delete(key)));
  assert.equal(teas.size, 0);
});

test('what is no Unicode, no text or too long is no key', (t) => {
  const teas = opened(t).collection('teas');
  for (const call of [
    (key) => teas.get(key),
    (key) => teas.put(key, {}),
    (key) => teas.delete(key),
    (key) => teas.has(key),
  ]) {
    for (const key of ['\ud800', 'a\udc00', `${'é'.repeat(300)}\ud83d`, '\ufffd\ud800']) {
      assert.throws(() => call(key), says('type-mismatch', /half of a surrogate pair at \d+/));
    }
    for (const key of [5, undefined, null, Symbol('s'), {}]) {
      assert.throws(() => call(key), says('type-mismatch', /a key is a string, not/));
    }
  }
  assert.throws(() => teas.put('x'.repeat(65_536), {}), says('limit', /65,?535/));
  assert.throws(() => teas.put('x'.repeat(200), { id: 'y' }), says('key-different'));
  assert.throws(() => teas.add({ grams: 1 }), says('document-invalid', /no field "id"/));
  // JSON can write halves, but not as a key.
  assert.throws(() => teas.add({ id: '\ud800' }), says('document-invalid', /half of a surrogate pair/));
});

test('a document is what JSON.stringify makes of it', (t) => {
  const teas = opened(t).collection('teas');
  const odd = {
    id: 'odd',
    gone: undefined,
    f() {},
    s: Symbol('s'),
    list: [undefined, () => {}],
    nan: [NaN, Infinity, -0],
    date: new Date(0),
    map: new Map([[1, 2]]),
    toJSON: undefined,
  };
  teas.put('odd', odd);
  assert.deepEqual(teas.get('odd'), JSON.parse(JSON.stringify(odd)));
  assert.deepEqual(teas.get('odd').nan, [null, null, 0]);
  teas.put('own', { toJSON: () => ({ made: true }) });
  assert.deepEqual(teas.get('own'), { id: 'own', made: true });
});

test('what cannot be a document is told', (t) => {
  const teas = opened(t).collection('teas');
  const round = {};
  round.round = round;
  for (const document of [undefined, () => {}, Symbol('s')]) {
    assert.throws(() => teas.put('x', document), says('type-mismatch', /a document is an object, not/));
  }
  for (const document of [{ price: 1n }, round]) {
    assert.throws(() => teas.put('x', document), says('type-mismatch', /cannot be JSON/));
  }
  for (const document of [null, 5, 'text', [], true, NaN, new Date()]) {
    assert.throws(() => teas.put('x', document), says('document-invalid', /not an object/));
  }
  assert.throws(() => teas.put('x', { half: '\ud800' }), says('document-invalid', /half of a surrogate pair/));
  assert.throws(() => teas.put('x', { $ingot: 1 }), says('document-invalid', /\$ingot/));
  let deep = {};
  for (let depth = 0; depth < 130; depth += 1) deep = { deep };
  assert.throws(() => teas.put('x', deep), says('limit', /127/));
  for (const raw of ['', '{', '{"a": }', '{} {}', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
    assert.throws(() => teas.putRaw('x', raw), says('document-invalid'));
  }
  assert.throws(() => teas.putRaw('x', '{"a": "\ud800"}'), says('type-mismatch', /half/));
  for (const raw of [5, null, { length: 2 }, new ArrayBuffer(2)]) {
    assert.throws(() => teas.putRaw('x', raw), says('type-mismatch', /Uint8Array or a string/));
  }
  assert.equal(teas.size, 0);
});

test('numbers beyond 2⁵³ are exact in the bytes, and as keys', (t) => {
  const teas = opened(t).collection('teas');
  teas.putRaw('big', '{"grams": 9007199254740993, "price": 0.1000000000000000055511151231257827}');
  assert.equal(teas.get('big').grams, 2 ** 53);
  assert.equal(
    teas.getRaw('big').toString(),
    '{"id":"big","grams": 9007199254740993, "price": 0.1000000000000000055511151231257827}',
  );
  assert.equal([...teas.scan({ where: 'grams == 9007199254740993' })].length, 1);
  assert.equal([...teas.scan({ where: 'grams == 9007199254740992' })].length, 0);

  const keys = ['9007199254740993', '-9007199254740993', '5', '-5', '-0', '123456789012345678901234567890'];
  for (const key of keys) teas.putRaw(key, `{"id": ${key}}`);
  for (const key of keys) assert.ok(teas.has(key), key);
  assert.deepEqual([...teas.keys()], ['big', ...keys]);
  assert.deepEqual(
    [...teas.entries()].map(([key]) => key),
    ['big', ...keys],
  );
  assert.equal(teas.get('5').id, 5);
  for (const key of ['1.0', '1e3']) assert.throws(() => teas.putRaw(key, `{"id": ${key}}`), says('document-invalid'));
});

test('bytes are the callers own, however long', (t) => {
  const teas = opened(t).collection('teas');
  const long = ['a', 'é', '茶'].map((letter) => letter.repeat(100_000));
  const sizes = [0, 1, 100, 119, 120, 121, 65_000, 65_536, 300_000];
  const notes = [...long, ...sizes.map((size) => 'x'.repeat(size)), ...sizes.map((size) => '茶'.repeat(size))];
  notes.forEach((note, at) => teas.put(`${at}`, { note }));
  teas.putMany(notes.map((note, at) => [`many ${at}`, { note }]));
  const raw = notes.map((_, at) => teas.getRaw(`${at}`));
  const all = [...teas.raw()];
  notes.forEach((note, at) => {
    assert.equal(teas.get(`${at}`).note, note);
    assert.equal(JSON.parse(raw[at]).note, note);
    assert.equal(teas.getRaw(`${at}`).compare(all[at]), 0);
  });
  assert.deepEqual(
    [...teas.values()].map(({ note }) => note),
    [...notes, ...notes],
  );
  // What is done to them changes neither the store nor one another.
  raw.forEach((bytes) => bytes.fill(0));
  assert.equal(teas.get('3').note, '');
  assert.equal(JSON.parse(all[4]).note, 'x');
  const given = Buffer.from('{"n": 1}');
  teas.putRaw('mine', given);
  given.fill(0);
  assert.deepEqual(teas.get('mine'), { id: 'mine', n: 1 });
  const piece = Buffer.from('xx{"n":2}yy');
  teas.putRaw('view', new Uint8Array(piece.buffer, piece.byteOffset + 2, 7));
  assert.deepEqual(teas.get('view'), { id: 'view', n: 2 });
});
