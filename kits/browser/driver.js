'use strict';

// The contestant's process: hands each request to a page in Chromium, and its reply back.

const fs = require('node:fs');
const { open } = require('./chromium');
const { Pages } = require('./pages');
const { messageOf } = require('../node/errors');
const { readLines, writeLine } = require('../node/lines');

const STDIN = 0;
const STDOUT = 1;
// The keys of requests that name files to be read. What is written is named by `output`, and the page sends it back.
const READ = ['schema', 'resolved', 'records', 'encoded', 'container'];

/**
 * The paths of the files that a request names; none where it is not a request, which is for the page to say.
 *
 * @type {(line: string) => string[]}
 */
function filesOf(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return [];
  }
  return READ.map((key) => request?.[key]).filter((path) => typeof path === 'string');
}

/** @type {(pages: InstanceType<typeof Pages>, path: string) => Asked['files'][0]} */
function layFile(pages, path) {
  try {
    return { path, url: pages.lay(fs.readFileSync(path)), problem: '' };
  } catch (error) {
    return { path, url: '', problem: messageOf(error) };
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {InstanceType<typeof Pages>} pages
 * @param {Buffer} line
 * @returns {Promise<{reply: string, end: boolean}>}
 */
async function answer(page, pages, line) {
  pages.clear();
  const files = filesOf(line.toString()).map((path) => layFile(pages, path));
  const { reply, end, written } = await page.evaluate((request) => window.assayAnswer(request), {
    line: pages.lay(line),
    files,
  });
  for (const { path, url } of written) {
    try {
      fs.writeFileSync(path, pages.taken(url));
    } catch (error) {
      return { reply: JSON.stringify({ error: { kind: 'bad_input', message: `output: ${messageOf(error)}` } }), end };
    }
  }
  return { reply, end };
}

/** @type {(script: string, name: string) => Promise<void>} */
async function main(script, name) {
  const pages = new Pages(fs.readFileSync(script));
  const { page, runtime, close } = await open(await pages.start());
  await page.evaluate((names) => window.assayStart(names), { name, runtime });
  for (const line of readLines(STDIN)) {
    const { reply, end } = await answer(page, pages, line);
    writeLine(STDOUT, reply);
    if (end) break;
  }
  await close();
  process.exit(0);
}

if (process.argv.length !== 3) {
  console.error('usage: node driver.js SCRIPT');
  process.exit(2);
}
main(process.argv[2], process.env.ASSAY_CONTESTANT ?? 'browser/unknown').catch((error) => {
  console.error(error);
  process.exit(1);
});
