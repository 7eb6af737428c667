// Several processes: two writers, readers beside a writer, the end of a writer at any moment, Ingot's own program.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { Store } from 'ingot-store';

import { opened, says, scratch } from './scratch.js';

const HERE = fileURLToPath(new URL('../', import.meta.url));
const RUST = join(HERE, '..', '..', 'rust');

/** A process that runs a script, with the folder as its first argument; its lines of output. */
function started(t, folder, script) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    cwd: HERE,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, line: async () => (await lines.next()).value };
}

function ended(child) {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
}

test('the second writer is told of the first', async (t) => {
  const folder = join(scratch(t), 'pantry');
  const { child, line } = started(
    t,
    folder,
    `
    import { Store } from 'ingot-store';
    const teas = Store.open(process.argv[1]).collection('teas');
    teas.put('a', {});
    teas.commit();
    console.log('open');
    process.stdin.resume().once('end', () => process.exit(0));
  `,
  );
  assert.equal(await line(), 'open');
  assert.throws(() => Store.open(folder), says('locked', new RegExp(`: process ${child.pid} writes to this store$`)));
  const reader = Store.open(folder, { readOnly: true });
  assert.equal(reader.collection('teas').size, 1);
  reader.close();
  const gone = ended(child);
  child.stdin.end();
  assert.equal(await gone, 0);
  Store.open(folder).close();
});

test('the second writer of a process is told, too, also in another thread', async (t) => {
  const store = opened(t);
  const told = says('locked', new RegExp(`: process ${process.pid} writes to this store$`));
  assert.throws(() => Store.open(store.folder), told);
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    import('ingot-store').then(({ Store }) => {
      try {
        Store.open(workerData);
      } catch ({ code, message }) {
        parentPort.postMessage({ code, message });
      }
      const reader = Store.open(workerData, { readOnly: true });
      parentPort.postMessage(reader.collections());
    });
  `;
  const worker = new Worker(script, { eval: true, workerData: store.folder });
  const messages = [];
  worker.on('message', (message) => messages.push(message));
  await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
  const [{ code, message }, names] = messages;
  assert.ok(told(Object.assign(new Error(message), { code })));
  assert.deepEqual(names, []);
});

// Each number is a commit of two documents; what was told of before the end has to be there.
const WRITER = `
  import { writeSync } from 'node:fs';
  import { Store } from 'ingot-store';
  const teas = Store.open(process.argv[1]).collection('teas');
  for (let at = teas.size / 2; ; at += 1) {
    teas.putMany([['a' + at, { at, note: 'x'.repeat(at % 3000) }], ['b' + at, { at }]]);
    teas.commit();
    writeSync(1, at + '\\n');
    if (at % 50 === 49) teas.compact();
  }
`;

test('what was committed is there after the process was killed', async (t) => {
  const folder = join(scratch(t), 'pantry');
  let told = -1;
  for (let round = 0; round < 5; round += 1) {
    const { child, line } = started(t, folder, WRITER);
    const enough = told + 30 + 7 * round;
    while (told < enough) told = Number(await line());
    const gone = ended(child);
    child.kill('SIGKILL');
    for (let text = await line(); text !== undefined; text = await line()) told = Number(text);
    assert.equal(await gone, 'SIGKILL');

    const store = Store.open(folder);
    const teas = store.collection('teas');
    assert.equal(teas.verify().documents, teas.size);
    assert.equal(teas.size % 2, 0);
    const commits = teas.size / 2;
    assert.ok(commits === told + 1 || commits === told + 2, `${commits} commits, ${told} told`);
    for (let at = 0; at < commits; at += 1) assert.equal(teas.get(`a${at}`).note.length, at % 3000);
    store.close();
  }
});

test('readers beside a writer see whole commits, one after the other', async (t) => {
  const folder = join(scratch(t), 'pantry');
  const { child, line } = started(t, folder, WRITER);
  await line();
  const teas = Store.open(folder, { readOnly: true }).collection('teas');
  let last = 0;
  while (last < 300) {
    teas.refresh();
    assert.ok(teas.size >= last && teas.size % 2 === 0);
    const keys = [...teas.keys()];
    assert.equal(keys.length, teas.size);
    keys.forEach((key, at) => assert.equal(key, `${'ab'[at % 2]}${Math.floor(at / 2)}`));
    last = teas.size;
  }
  teas.close();
  child.kill('SIGKILL');
});

test('a store that cannot be reached any more is closed', async (t) => {
  const folder = join(scratch(t), 'pantry');
  const script = `
    import { Store } from 'ingot-store';
    (() => Store.open(process.argv[1]).collection('teas').put('a', {}))();
    for (let tries = 0; tries < 1000; tries += 1) {
      globalThis.gc();
      await new Promise(setImmediate);
      try {
        Store.open(process.argv[1]);
        console.log('closed');
        break;
      } catch {}
    }
  `;
  const words = ['--expose-gc', '--input-type=module', '--eval', script, folder];
  const done = spawnSync(process.execPath, words, { cwd: HERE, encoding: 'utf8' });
  assert.equal(done.stdout, 'closed\n', done.stderr);
});

// Reads a store in every way while only the iteration refers to it, and collects within each piece.
const COLLECTING = `
  import { Readable } from 'node:stream';
  import { Store } from 'ingot-store';

  const ways = {
    values: (teas) => teas.values(),
    raw: (teas) => teas.raw(),
    keys: (teas) => teas.keys(),
    entries: (teas) => teas.entries(),
    iterator: (teas) => teas[Symbol.iterator](),
    scan: (teas) => teas.scan({ where: 'grams >= 0' }),
    scanRaw: (teas) => teas.scanRaw({ where: 'grams >= 0' }),
    stream: (teas) => Readable.from(teas.values()),
  };

  function collected() {
    globalThis.gc();
    return new Promise(setImmediate);
  }

  // The one before is locked until the collector has closed it.
  async function begun(begin) {
    for (let tries = 0; ; tries += 1) {
      try {
        return begin(Store.open(process.argv[1]));
      } catch (error) {
        if (error.code !== 'locked' || tries === 1000) throw error;
      }
      await collected();
    }
  }

  async function each(documents) {
    let read = 0;
    for (const one of documents) {
      read += 1;
      if (read % 4 === 0) await collected();
    }
    return read;
  }

  async function awaited(documents) {
    let read = 0;
    for await (const one of documents) {
      read += 1;
      if (read % 4 === 0) await collected();
    }
    return read;
  }

  async function run(method, way, loop) {
    return loop(await begun((store) => way(store[method]('teas')))).catch(({ code }) => code);
  }

  for (const method of ['collection', 'reader']) {
    for (const [name, way] of Object.entries(ways)) {
      for (const loop of name === 'stream' ? [awaited] : [each, awaited]) {
        console.log(method, name, loop.name, await run(method, way, loop));
      }
    }
  }
  await begun((store) => store.close());
  console.log('closed');
`;

test('an iteration keeps its collection open, until it ends', (t) => {
  const folder = join(scratch(t), 'pantry');
  const store = Store.open(folder);
  const teas = store.collection('teas');
  // Several pieces also of keys alone, which the engine rounds: they are asked for again in each piece.
  const note = 'x'.repeat(500);
  for (let grams = 0; grams < 30; grams += 1) {
    const key = String(10n ** 300n + BigInt(grams));
    teas.putRaw(key, `{"id": ${key}, "grams": ${grams}, "note": "${note}"}`);
  }
  teas.commit();
  store.close();
  const words = ['--expose-gc', '--input-type=module', '--eval', COLLECTING, folder];
  const done = spawnSync(process.execPath, words, { cwd: HERE, encoding: 'utf8' });
  const lines = done.stdout.trimEnd().split('\n');
  assert.deepEqual(
    lines.filter((line) => !line.endsWith(' 30')),
    ['closed'],
    done.stderr,
  );
  assert.equal(lines.length, 31);
});

/** Ingot's own program, built where it is not there. */
function ingot(words, input = '') {
  const command = ['run', '--quiet', '--locked', '--package', 'ingot-cli', '--', ...words];
  const done = spawnSync('cargo', command, { cwd: RUST, encoding: 'utf8', input });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout;
}

test('stores of the program are read here, and the other way', { skip: !existsSync(RUST) }, (t) => {
  const folder = join(scratch(t), 'pantry');
  const lines = Array.from({ length: 500 }, (_, at) => JSON.stringify({ id: `tea ${at}`, grams: at, of: '茶' }));
  ingot(['store', 'put', folder, 'teas'], `${lines.join('\n')}\n`);
  ingot(['store', 'delete', folder, 'teas', 'tea 3']);
  lines.splice(3, 1);

  const store = Store.open(folder);
  const teas = store.collection('teas');
  assert.deepEqual([...teas.raw()].map(String), lines);
  assert.deepEqual(teas.get('tea 4'), JSON.parse(lines[3]));
  teas.put('tea 5', { grams: -1 });
  teas.delete('tea 6');
  teas.flush();
  assert.equal(teas.verify().documents, 498);
  const mine = [...teas.raw()].map(String);
  store.close();

  assert.equal(ingot(['store', 'scan', folder, 'teas']), `${mine.join('\n')}\n`);
  assert.equal(ingot(['store', 'get', folder, 'teas', 'tea 5']), '{"id":"tea 5","grams":-1}\n');
});

test('a store of version 1 is read as it was written', { skip: !existsSync(RUST) }, (t) => {
  const folder = join(scratch(t), 'pantry');
  cpSync(join(RUST, 'ingot-store', 'tests', 'version-1'), folder, { recursive: true });
  for (const readOnly of [true, false]) {
    const store = Store.open(folder, { readOnly });
    const teas = store.collection('teas');
    assert.deepEqual(
      [...teas],
      [
        ['sencha', { name: 'sencha', grams: 100 }],
        ['Earl Grey', { name: 'Earl Grey', grams: 50, 'mit Öl': true }],
        ['17', { name: 17, number: true }],
        ['oolong', { name: 'oolong', grams: 300 }],
      ],
    );
    assert.equal(teas.get('17').number, true);
    assert.equal(teas.verify().documents, 4);
    store.close();
  }
});
