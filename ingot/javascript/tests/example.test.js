// The example of docs/example, opened as a file: what a reader sees who opens it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { chromium, FLAGS, skip } from './chromium.js';

const PAGE = new URL('../docs/example/index.html', import.meta.url);

test('the example writes and reads in a page with a strict content policy', { skip }, () => {
  const profile = mkdtempSync(join(tmpdir(), 'ingot-example-'));
  try {
    const words = [...FLAGS, `--user-data-dir=${profile}`, '--dump-dom', PAGE.href];
    const done = spawnSync(chromium, words, { encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
    const found = (id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(done.stdout)?.[1];
    assert.equal(found('bytes'), '0c 6f 6f 6c 6f 6e 67 02 f4 03');
    assert.equal(found('read'), '{"name":"oolong","grams":{"int":250}}');
    assert.equal(found('cut'), 'grams, byte 8: the input ends within an int');
    assert.equal(found('engine'), 'closures');
    assert.equal(found('error'), '');
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
