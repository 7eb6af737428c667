// The same rows in a real Chromium: in a page with a strict content policy, and in one without.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { chromium, FLAGS, skip } from './chromium.js';
import { HOSTILE, rows, textOf, whole } from './rows.js';

const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'";
const HERE = fileURLToPath(new URL('page/page.js', import.meta.url));

/** The rows with their values as texts: a page's JSON does not hold all longs. */
function rowsForPage() {
  const texts = (row, ...keys) => Object.fromEntries(keys.map((key) => [key, textOf(row, key)]));
  const data = ['data', 'logical', ...HOSTILE.map((name) => `hostile/${name}`)]
    .flatMap((file) => rows(file))
    .map((row) => ({ ...row, ...texts(row, 'schema', 'value'), bytes: whole(row, 'bytes') }));
  const resolution = rows('resolution').map((row) => ({ ...row, ...texts(row, 'writer', 'reader', 'value') }));
  const containers = rows('containers')
    .filter((row) => row.container_runs === undefined)
    .map((row) => ({
      ...row,
      // A page has no zstandard, bzip2 and xz.
      lacks: /6176726f2e636f646563(127a7374616e64617264|0a627a697032|04787a)/.test(row.container),
      other: /metadata-(2\^40|max)$/.test(row.id) ? 'limit-header' : undefined,
    }));
  return JSON.stringify({ data, resolution, containers });
}

/** What the page tells, under a content policy. */
async function found(chromium, script, policy) {
  const served = { '/page.js': ['text/javascript', script], '/rows': ['application/json', rowsForPage()] };
  const server = createServer();
  const profile = mkdtempSync(join(tmpdir(), 'ingot-page-'));
  let browser;
  try {
    const told = new Promise((resolve, reject) => {
      server.on('request', (request, response) => {
        if (request.url === '/found') {
          let body = '';
          request.on('data', (chunk) => (body += chunk)).on('end', () => resolve(JSON.parse(body)));
          response.end();
          return;
        }
        const [type, text] = served[request.url] ?? ['text/html', '<!doctype html><script src="/page.js"></script>'];
        response.setHeader('content-type', type);
        if (policy !== undefined) response.setHeader('content-security-policy', policy);
        response.end(text);
      });
      server.listen(0, '127.0.0.1', () => {
        const flags = [...FLAGS, `--user-data-dir=${profile}`];
        browser = spawn(chromium, [...flags, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
        browser.on('error', reject).on('exit', (code) => reject(new Error(`Chromium ended: ${code}`)));
      });
    });
    return await told;
  } finally {
    browser?.removeAllListeners('exit');
    if (browser !== undefined) await new Promise((done) => browser.on('exit', done) && browser.kill());
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

test('a page does what the rows say', { skip }, async (context) => {
  const bundled = await build({
    entryPoints: [HERE],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
    logLevel: 'warning',
  });
  const script = bundled.outputFiles[0].text;
  for (const [engine, policy] of [
    ['closures', STRICT],
    ['generated', undefined],
  ]) {
    await context.test(engine, async () => {
      const told = await found(chromium, script, policy);
      assert.deepEqual(told.wrong, []);
      assert.equal(told.engine, engine);
      assert.ok(told.rows > 700);
    });
  }
});
