'use strict';

const path = require('node:path');
const { setImmediate } = require('node:timers/promises');
const { pathToFileURL } = require('node:url');
const { readLines, writeLine } = require('./lines');
const { Contestant } = require('./requests');
const { StoreContestant } = require('./stores');

/** @typedef {{reply: string, end: boolean}} Reply */

const STDIN = 0;
const STDOUT = 1;

// The protocol writes to the file descriptor itself; all that goes through process.stdout, console.log included,
// lands on standard error.
function redirectStdout() {
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
}

/** @type {(name: string, file: string) => Promise<InstanceType<typeof Contestant|typeof StoreContestant>>} */
async function makeContestant(name, file) {
  const module = await import(pathToFileURL(file).href);
  const { Adapter, Store } = { ...module.default, ...module };
  if (typeof Store === 'function') return new StoreContestant(name, Store);
  if (typeof Adapter === 'function') return new Contestant(name, Adapter);
  throw new Error(`${file} exports no class Adapter or Store`);
}

/** @type {(line: Uint8Array, answer: () => Promise<Reply>) => Promise<Reply>} */
function unprofiled(line, answer) {
  return answer();
}

/** @param {string} file */
async function main(file) {
  redirectStdout();
  const name = process.env.ASSAY_CONTESTANT ?? `node/${path.basename(path.dirname(file))}`;
  const contestant = await makeContestant(name, file);
  const { profiled } = process.env.ASSAY_PROFILE ? require('./profiling') : { profiled: unprofiled };
  for (const line of readLines(STDIN)) {
    const { reply, end } = await profiled(line, () => contestant.answer(line));
    writeLine(STDOUT, reply);
    if (end) break;
    // Lets the runtime do what it leaves for the end of a task, such as clearing weak references.
    await setImmediate();
  }
  // A library may hold timers or handles that would keep the process alive.
  process.exit(0);
}

if (process.argv.length !== 3) {
  console.error('usage: node main.js ADAPTER_FILE');
  process.exit(2);
}
main(path.resolve(process.argv[2]));
