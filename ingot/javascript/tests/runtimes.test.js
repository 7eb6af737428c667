// The rows in other runtimes: Deno, Bun, and a Node.js whose zlib has zstandard. They are found on the path, or where
// `npm ci` in tests/runtimes puts them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { bundled, rowsForPage } from './page/pack.js';

const OWN = fileURLToPath(new URL('runtimes/node_modules/.bin', import.meta.url));
const env = { ...process.env, PATH: [OWN, process.env.PATH].join(delimiter) };
const CODECS = ['null', 'deflate', 'snappy', 'zstandard'];
const HAS_ZSTANDARD = "process.exit(require('node:zlib').zstdDecompressSync ? 0 : 1)";

/** How each is called, and how it says that it is what is wanted. */
const RUNTIMES = [
  ['Deno', 'deno', ['run', '--allow-read', '--no-lock', '--no-config'], ['--version']],
  ['Bun', 'bun', ['run'], ['--version']],
  ['Node.js with zstandard', 'node', [], ['--eval', HAS_ZSTANDARD]],
];

for (const [name, program, words, question] of RUNTIMES) {
  const isThere = spawnSync(program, question, { env, stdio: 'ignore' }).status === 0;
  const skip = !isThere && `needs ${name}: npm ci in tests/runtimes`;
  test(`${name} does what the rows say`, { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ingot-runtime-'));
    try {
      const [script, rows] = [join(folder, 'script.mjs'), join(folder, 'rows.json')];
      writeFileSync(script, await bundled('runtime.js', 'node'));
      writeFileSync(rows, rowsForPage());
      const options = { env, cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 };
      const done = spawnSync(program, [...words, script, rows, ...CODECS], options);
      assert.equal(done.status, 0, done.stderr);
      const found = JSON.parse(done.stdout);
      assert.deepEqual(
        found.map(({ engine, wrong }) => [engine, wrong]),
        [
          ['generated', []],
          ['closures', []],
        ],
      );
      for (const { rows: count } of found) assert.ok(count > 1000);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
