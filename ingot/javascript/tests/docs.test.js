// The examples of the pages are run, and print what their comments say.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const HERE = new URL('../', import.meta.url);
const PAGES = [
  'README.md',
  ...readdirSync(new URL('docs/', HERE))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

for (const page of PAGES) {
  const examples = readFileSync(new URL(page, HERE), 'utf8').matchAll(/```js\n(.*?)```/gs);
  for (const [index, [, code]] of [...examples].entries()) {
    test(`${page}, example ${index + 1}`, () => {
      const due = [...code.matchAll(/console\.log\(.*?\); \/\/ (.*)/g)].map(([, text]) => text);
      const run = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: fileURLToPath(HERE),
        encoding: 'utf8',
      });
      assert.equal(run.status, 0, run.stderr);
      // A loop prints what a comment lists.
      assert.equal(run.stdout.trimEnd().replaceAll('\n', ' '), due.join(' ').replaceAll('250, 100', '250 100'));
    });
  }
}
