'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { chromium } = require('playwright-core');
const { messageOf } = require('../node/errors');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Of a second, in /proc: Linux shows user space 100 of them whatever the kernel's own.
const NS_PER_TICK = 1e7;
const TICKS_AT = [11, 12];

// What the browser writes goes into a folder that is named after this process. One who is killed leaves his behind, so
// those of processes that are gone are removed.
const FOLDER = 'assay-browser-';

function useOwnFolder() {
  const temporary = os.tmpdir();
  for (const name of fs.readdirSync(temporary).filter((entry) => entry.startsWith(FOLDER))) {
    if (!isRunning(Number(name.slice(FOLDER.length)))) remove(path.join(temporary, name));
  }
  const own = path.join(temporary, FOLDER + process.pid);
  remove(own);
  fs.mkdirSync(own);
  process.env.TMPDIR = own;
  return own;
}

/** @type {(pid: number) => boolean} */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} folder which another process may be removing, too */
function remove(folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.error(`${folder} stays: ${messageOf(error)}`);
  }
}

function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = places.find((place) => fs.existsSync(place));
  if (found === undefined) throw new Error(`none of ${NAMES.join(', ')} is on the PATH`);
  return found;
}

/**
 * Starts Chromium, with a user's folder of its own that is gone when it ends, on one page.
 *
 * @param {string} url
 * @returns {Promise<{page: import('playwright-core').Page, runtime: string, close: () => Promise<void>}>}
 */
async function open(url) {
  const folder = useOwnFolder();
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS, headless: true });
  const page = await browser.newPage();
  page.on('console', (message) => console.error(message.text()));
  page.on('pageerror', (error) => console.error(error));
  page.on('crash', () => {
    console.error("the page's process crashed");
    process.exit(1);
  });
  await page.goto(url);
  const renderers = await findRenderers(browser);
  await page.exposeFunction('assayCpuNs', () => renderers.reduce((sum, pid) => sum + cpuNsOf(pid), 0));
  const close = async () => {
    await browser.close();
    remove(folder);
  };
  return { page, runtime: `Chromium ${browser.version()}`, close };
}

/**
 * The processes that run pages. All but one idle.
 *
 * @param {import('playwright-core').Browser} browser
 */
async function findRenderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** @type {(pid: number) => number} */
function cpuNsOf(pid) {
  let stat;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return 0;
  }
  // The program's name, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return TICKS_AT.reduce((sum, at) => sum + Number(fields[at]) * NS_PER_TICK, 0);
}

module.exports = { open };
