// What others see of the package: that its declarations say what is there, and what it says where it is not built.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Collection, Store } from 'ingot-store';
import * as all from 'ingot-store';

import { scratch } from './scratch.js';

const HERE = fileURLToPath(new URL('../', import.meta.url));

/** The names of a class's members in the declarations. */
function declared(name) {
  const text = readFileSync(join(HERE, 'lib', 'index.d.ts'), 'utf8');
  const [, body] = text.match(new RegExp(`export class ${name}\\b.*?\\{\\n(.*?)\\n\\}`, 's'));
  const members = body.matchAll(/^ {2}(?:static |readonly )*(\w+|\[Symbol\.\w+\])(?=[(:<])/gm);
  return [...new Set([...members].map(([, member]) => member))].sort();
}

/** The names of what a class and its objects have. */
function present(of) {
  const name = (key) =>
    typeof key === 'symbol' ? `[${key.description.replace(/^nodejs\.dispose$/, 'Symbol.dispose')}]` : key;
  const own = Reflect.ownKeys(of).filter((key) => !['length', 'name', 'prototype'].includes(key));
  return [...own, ...Reflect.ownKeys(of.prototype)].map(name).sort();
}

test('the declarations say what is there', () => {
  assert.deepEqual(Object.keys(all).sort(), ['Collection', 'Store']);
  for (const of of [Store, Collection]) {
    const there = present(of).map((name) => name.replace('[dispose]', '[Symbol.dispose]'));
    assert.deepEqual(
      declared(of.name).filter((name) => name !== 'constructor'),
      there.filter((name) => name !== 'constructor'),
    );
  }
});

test('every code of an error is declared', () => {
  const text = readFileSync(join(HERE, 'lib', 'index.d.ts'), 'utf8');
  const codes = [...text.match(/type StoreErrorCode =(.*?);/s)[1].matchAll(/'([\w-]+)'/g)].map(([, code]) => code);
  const rust = readFileSync(join(HERE, '..', '..', 'rust', 'ingot-store', 'src', 'error.rs'), 'utf8');
  const classes = [...rust.matchAll(/^ {4}\w+ = "([\w-]+)",$/gm)].map(([, name]) => name);
  assert.ok(classes.length > 10);
  assert.deepEqual(codes, [...classes, 'closed']);
});

test('without Rust, or not built, it says what to do', (t) => {
  const copy = join(scratch(t), 'store');
  mkdirSync(copy);
  for (const name of ['lib', 'package.json', 'build.js'])
    cpSync(join(HERE, name), join(copy, name), { recursive: true });
  const built = spawnSync(process.execPath, ['build.js'], { cwd: copy, encoding: 'utf8', env: { PATH: '/nowhere' } });
  assert.equal(built.status, 1);
  assert.match(built.stderr, /^error: ingot-store is built with Rust .* install Rust \(.*\)\n$/);

  writeFileSync(
    join(copy, 'use.js'),
    "import('ingot-store').catch(({ code, message }) => console.log(code, message));",
  );
  const used = spawnSync(process.execPath, ['use.js'], { cwd: copy, encoding: 'utf8' });
  assert.match(used.stdout, /^missing ingot-store is not built for this Node\.js: npm run build.*\n$/);
});

test('it can be required', () => {
  const script = "console.log(typeof require('ingot-store').Store.open)";
  const done = spawnSync(process.execPath, ['--eval', script], { cwd: HERE, encoding: 'utf8' });
  assert.equal(done.stdout, 'function\n', done.stderr);
});
