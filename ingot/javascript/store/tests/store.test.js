// What a store and its collections do, within one process.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { Store } from 'ingot-store';

import { opened, says, scratch } from './scratch.js';

test('documents are put, replaced and deleted', (t) => {
  const teas = opened(t).collection('teas');
  teas.put('oolong', { grams: 250 });
  teas.putRaw('sencha', '{"grams": 100}');
  teas.putRaw('assam', new TextEncoder().encode('{"grams": 1}'));
  assert.equal(teas.add({ id: 'matcha', grams: 30 }), 'matcha');
  teas.putMany([
    ['oolong', { grams: 5 }],
    ['chai', {}],
  ]);
  teas.putManyRaw(
    new Map([
      ['mate', Buffer.from('{"grams": 2}')],
      ['rooibos', '{}'],
    ]),
  );

  assert.equal(teas.size, 7);
  assert.deepEqual(teas.get('oolong'), { id: 'oolong', grams: 5 });
  assert.equal(teas.getRaw('sencha').toString(), '{"id":"sencha","grams": 100}');
  assert.equal(teas.get('lapsang'), undefined);
  assert.equal(teas.getRaw('lapsang'), undefined);
  assert.deepEqual(teas.getMany(['mate', 'lapsang', 'chai']), [{ id: 'mate', grams: 2 }, undefined, { id: 'chai' }]);
  assert.deepEqual([teas.has('mate'), teas.has('lapsang')], [true, false]);
  assert.deepEqual([teas.delete('mate'), teas.delete('mate')], [true, false]);
  assert.deepEqual([...teas.keys()], ['sencha', 'assam', 'matcha', 'oolong', 'chai', 'rooibos']);
});

test('positions count from both ends', (t) => {
  const teas = opened(t).collection('teas');
  for (const key of ['a', 'b', 'c', 'd']) teas.put(key, {});
  teas.delete('b');
  teas.put('a', { again: true });
  const found = [0, 1, 2, 3, -1, -3, -4].map((position) => teas.at(position)?.id);
  assert.deepEqual(found, ['c', 'd', 'a', undefined, 'a', 'c', undefined]);
  assert.equal(teas.rawAt(-1).toString(), '{"id":"a","again":true}');
  assert.equal(teas.rawAt(3), undefined);
  assert.throws(() => teas.at(0.5), says('type-mismatch', /whole number/));
});

test('documents are found by conditions, whole or in part', (t) => {
  const teas = opened(t).collection('teas');
  for (let grams = 0; grams < 1000; grams += 1)
    teas.put(`tea ${grams}`, { grams, of: { land: grams % 2 ? 'IN' : 'JP' } });
  const where = ['grams >= 995', 'of.land == "JP"'];
  assert.deepEqual(
    [...teas.scan({ where, fields: ['grams', 'none', 'id'] })],
    [
      { grams: 996, id: 'tea 996' },
      { grams: 998, id: 'tea 998' },
    ],
  );
  assert.deepEqual([...teas.scanRaw({ where: 'grams < 1' })].map(String), [
    '{"id":"tea 0","grams":0,"of":{"land":"JP"}}',
  ]);
  assert.equal([...teas.scan()].length, 1000);
  assert.equal([...teas.scan({ where: 'grams > 1000' })].length, 0);
  assert.throws(() => teas.scan({ where: 'grams' }), says('condition-invalid', /no relation/));
  assert.throws(() => teas.scan({ where: 5 }), says('type-mismatch', /where/));
  assert.throws(() => teas.scan({ filter: 'x' }), says('type-mismatch', /where, fields/));
  assert.throws(() => teas.scanRaw({ fields: ['x'] }), says('type-mismatch', /whole documents/));
});

test('putMany is all or nothing, also where the pairs end with an error', (t) => {
  const teas = opened(t).collection('teas');
  teas.put('before', {});
  const many = Array.from({ length: 2000 }, (_, at) => [`tea ${at}`, { at }]);
  assert.throws(() => teas.putMany([...many, ['x', { id: 'y' }]]), says('key-different', /"y"/));
  assert.throws(() => teas.putMany([...many, ['x', 1n]]), says('type-mismatch', /BigInt/));
  assert.throws(
    () =>
      teas.putManyRaw([
        ['x', '{}'],
        ['y', 'no JSON'],
      ]),
    says('document-invalid'),
  );
  function* failing() {
    yield* many;
    throw new RangeError('mine');
  }
  assert.throws(() => teas.putMany(failing()), RangeError);
  assert.deepEqual([...teas.keys()], ['before']);
  teas.putMany(many);
  assert.equal(teas.size, 2001);
  // Pairs may be made of the collection itself.
  teas.putMany(
    (function* () {
      for (const [key, tea] of teas) yield [key, { at: tea.at, again: true }];
    })(),
  );
  assert.deepEqual(teas.at(-1), { id: 'tea 1999', at: 1999, again: true });
});

test('commits are seen by readers that look again, and taken back before', (t) => {
  const store = opened(t);
  const teas = store.collection('teas');
  teas.put('a', {});
  teas.commit();
  const reader = store.reader('teas');
  teas.put('b', {});
  teas.put('a', { changed: true });
  assert.deepEqual([teas.size, reader.size], [2, 1]);
  teas.rollBack();
  assert.deepEqual([...teas], [['a', { id: 'a' }]]);
  teas.put('c', {});
  teas.flush();
  assert.equal(reader.size, 1);
  reader.refresh();
  assert.deepEqual([...reader.keys()], ['a', 'c']);
  assert.throws(() => reader.put('d', {}), says('read-only'));
  assert.equal(teas.stats().durable, true);
});

test('what is not committed is gone when it is closed, and what is closed says so', (t) => {
  const folder = join(scratch(t), 'pantry');
  let teas;
  {
    const store = Store.open(folder);
    teas = store.collection('teas');
    teas.put('a', {});
    teas.commit();
    teas.put('b', {});
    const values = teas.values();
    store[Symbol.dispose]();
    store.close();
    for (const call of [() => teas.get('a'), () => teas.put('a', {}), () => teas.size, () => values.next()]) {
      assert.throws(call, says('closed', /open it again/));
    }
    assert.throws(() => store.collection('teas'), says('closed'));
  }
  const store = Store.open(pathToFileURL(folder), { readOnly: true });
  assert.deepEqual([...store.collection('teas').keys()], ['a']);
  assert.throws(() => store.collection('teas').put('c', {}), says('read-only'));
  assert.throws(() => store.collection('coffees'), says('missing', /"coffees"/));
  store.close();
});

test('a collection is one object until it is closed', (t) => {
  const store = opened(t);
  const teas = store.collection('teas', { key: 'name' });
  assert.equal(store.collection('teas'), teas);
  assert.deepEqual([teas.name, teas.keyField], ['teas', 'name']);
  teas.put('oolong', { grams: 1 });
  teas.commit();
  teas.close();
  const again = store.collection('teas');
  assert.notEqual(again, teas);
  assert.deepEqual(again.get('oolong'), { name: 'oolong', grams: 1 });
  store.collection('coffees');
  assert.deepEqual(store.collections(), ['coffees', 'teas']);
});

test('what is closed again leaves alone what was opened since', (t) => {
  const ways = [(one) => one.close(), (one) => one[Symbol.dispose]()];
  for (const close of ways) {
    const store = opened(t);
    const before = store.collection('teas');
    before.put('a', {});
    before.commit();
    close(before);
    const teas = store.collection('teas');
    const reader = store.reader('teas');
    close(before);
    assert.equal(store.collection('teas'), teas);
    assert.throws(() => before.size, says('closed'));
    close(reader);
    close(reader);
    assert.equal(teas.size, 1);

    close(store);
    assert.throws(() => teas.size, says('closed'));
    const again = Store.open(store.folder);
    const since = again.collection('teas');
    for (const one of [store, before, teas, reader]) close(one);
    assert.equal(again.collection('teas'), since);
    assert.equal(since.size, 1);
    assert.throws(() => Store.open(store.folder), says('locked'));
    close(again);
    Store.open(store.folder).close();
  }
});

test('it is compacted, checked, copied and repaired', (t) => {
  const folder = scratch(t);
  const store = Store.open(join(folder, 'pantry'));
  const teas = store.collection('teas');
  for (let round = 0; round < 3; round += 1) for (let at = 0; at < 50; at += 1) teas.put(`tea ${at}`, { round });
  teas.flush();
  assert.deepEqual(
    { ...teas.verify() },
    { documents: 50, lines: 150, brokenCommits: 0, uncountedBytes: 0, tornSegments: 0 },
  );
  teas.compact();
  assert.deepEqual([teas.verify().lines, teas.stats().generation], [50, 2]);
  const lines = readFileSync(join(folder, 'pantry', 'teas', '2.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [...teas.values()],
  );

  teas.snapshot(join(folder, 'copy'));
  const copy = Store.open(join(folder, 'copy'), { readOnly: true });
  assert.deepEqual([...copy.collection('teas')], [...teas]);
  copy.close();
  store.close();

  const path = join(folder, 'pantry', 'teas', '2.jsonl');
  const text = readFileSync(path);
  text[text.indexOf('"tea 7"') + 1] = 0x54;
  writeFileSync(path, text);
  const damaged = Store.open(join(folder, 'pantry'));
  assert.throws(() => damaged.collection('teas').get('tea 7'), says('damaged', /2\.jsonl: .*repair/));
  assert.throws(() => damaged.collection('teas').verify(), says('damaged'));
  assert.throws(() => [...damaged.collection('teas').values()], says('damaged'));
  assert.throws(() => damaged.repair('teas'), says('open'));
  damaged.collection('teas').close();
  const { documents, logWasWhole, lost } = damaged.repair('teas');
  assert.deepEqual([documents, logWasWhole, lost.length], [49, true, 1]);
  assert.equal(damaged.collection('teas').has('tea 7'), false);
  damaged.close();
});

test('a crash within a commit leaves the one before', (t) => {
  const folder = join(scratch(t), 'pantry');
  const store = Store.open(folder);
  const teas = store.collection('teas');
  teas.put('a', {});
  teas.commit();
  teas.put('b', {});
  teas.commit();
  store.close();
  const log = join(folder, 'teas', '1.log');
  truncateSync(log, readFileSync(log).length - 1);
  const again = Store.open(folder);
  assert.deepEqual([...again.collection('teas').keys()], ['a']);
  again.close();
});

test('folders and names that cannot be are told', (t) => {
  const folder = scratch(t);
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other', 'file'), '');
  assert.throws(() => Store.open(join(folder, 'other')), says('missing', /other files/));
  assert.throws(() => Store.open(join(folder, 'none'), { readOnly: true }), says('missing', /no store/));
  assert.equal(existsSync(join(folder, 'none')), false);
  assert.throws(() => Store.open(join(folder, 'a\0b')), says('io'));
  assert.throws(() => Store.open(5), says('type-mismatch', /a number/));
  assert.throws(() => Store.open(folder, { sync: 'never' }), says('type-mismatch', /on-flush, each-commit/));
  assert.throws(() => Store.open(folder, { readonly: true }), says('type-mismatch', /readOnly, sync, key/));
  assert.throws(() => Store.open(folder, { key: '' }), says('type-mismatch', /name of a field/));
  const store = opened(t, { sync: 'each-commit', key: '_id' });
  for (const name of ['..', 'a/b', '', '/etc', 'a\0b', '.hidden']) {
    assert.throws(() => store.collection(name), says('name-invalid'), name);
  }
  assert.throws(() => store.collection(7), says('type-mismatch'));
  assert.equal(store.collection('teas').keyField, '_id');
});
