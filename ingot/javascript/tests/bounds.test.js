// Bytes, schemas and files of strangers take no more than a second of a processor and 64 MiB: many rows together, in
// processes that the system ends if they take more.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { ENGINES, rows, STRANGERS } from './rows.js';

const ASK = fileURLToPath(new URL('bounds/ask.js', import.meta.url));
const PARTS = 8;
const SECONDS = 1;
const MOST = 64 << 20;
const skip = process.platform === 'win32' && 'needs limits of processes';

for (const engine of ENGINES) {
  test(`no row takes more than a second and 64 MiB: ${engine}`, { skip }, () => {
    let asked = 0;
    for (let part = 0; part < PARTS; part++) {
      // What is garbage goes early, so that what counts is what is held.
      const node = [process.execPath, '--max-semi-space-size=1', ASK, engine, PARTS, part].map(String);
      const done = spawnSync('sh', ['-c', `ulimit -t ${SECONDS} && exec "$@"`, 'sh', ...node], { encoding: 'utf8' });
      assert.equal(done.status, 0, `part ${part}: ${done.signal} ${done.stderr}`);
      const found = JSON.parse(done.stdout);
      assert.ok(found.grown <= MOST, `part ${part} takes ${found.grown} bytes`);
      asked += found.asked;
    }
    assert.equal(asked, STRANGERS.flatMap(rows).length);
  });
}
