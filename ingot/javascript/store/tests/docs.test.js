// The examples of the pages are run, and print what their comments say.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { scratch } from './scratch.js';

const HERE = fileURLToPath(new URL('../', import.meta.url));
const DOCS = join(HERE, '..', '..', 'docs');

/** The examples in JavaScript of a page. */
function examples(page) {
  return [...readFileSync(page, 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
}

const others = existsSync(DOCS) ? readdirSync(DOCS).filter((name) => name.endsWith('.md')) : [];
for (const page of [join(HERE, 'README.md'), ...others.map((name) => join(DOCS, name))]) {
  for (const [index, code] of examples(page).entries()) {
    test(`${page.slice(page.lastIndexOf('/') + 1)}, example ${index + 1}`, (t) => {
      const folder = scratch(t);
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(HERE, join(folder, 'node_modules', 'ingot-store'));
      const due = [...code.matchAll(/console\.log\(.*?\); \/\/ (.*)/g)].map(([, text]) => text);
      const words = ['--input-type=module', '--eval', code];
      const run = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
      assert.equal(run.status, 0, run.stderr);
      // A loop prints what one comment lists.
      assert.equal(run.stdout.trimEnd().replaceAll('\n', ' '), due.join(' '));
    });
  }
}

test('the pages for those who come from elsewhere have examples', { skip: others.length === 0 }, () => {
  for (const name of ['store', 'from-sqlite', 'from-leveldb', 'from-zippy', 'for-training-data']) {
    assert.ok(examples(join(DOCS, `${name}.md`)).length > 0, name);
  }
});
