// The same rows in a real Chromium: in a page with a strict content policy, and in one without.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { chromium, FLAGS, skip } from './chromium.js';
import { bundled, rowsForPage } from './page/pack.js';

const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'";

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
        const page = `http://127.0.0.1:${server.address().port}/`;
        // A group of its own, to which its further processes belong.
        browser = spawn(chromium, [...flags, page], { stdio: 'ignore', detached: true });
        browser.on('error', reject).on('exit', (code) => reject(new Error(`Chromium ended: ${code}`)));
      });
    });
    return await told;
  } finally {
    browser?.removeAllListeners('exit');
    // All of them at once: one that is left would write into the profile while it is removed.
    if (browser?.pid) await new Promise((done) => browser.on('exit', done) && process.kill(-browser.pid, 'SIGKILL'));
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

test('a page does what the rows say', { skip }, async (context) => {
  const script = await bundled('page.js', 'browser');
  for (const [engine, policy] of [
    ['closures', STRICT],
    ['generated', undefined],
  ]) {
    await context.test(engine, async () => {
      const told = await found(chromium, script, policy);
      assert.deepEqual(told.wrong, []);
      assert.equal(told.engine, engine);
      assert.ok(told.rows > 1000);
      if (!told.temporal) context.diagnostic('this Chromium has no Temporal, which is there from 144 on');
    });
  }
});
