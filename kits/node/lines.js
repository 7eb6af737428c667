'use strict';

const fs = require('node:fs');

const LINE_END = 10;
const RETRY_MS = 2;
const idle = new Int32Array(new SharedArrayBuffer(4));

/**
 * The other end may have made the pipe non-blocking; then a call that would wait throws EAGAIN instead.
 *
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
function retrying(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
      Atomics.wait(idle, 0, 0, RETRY_MS);
    }
  }
}

/**
 * The lines of a file descriptor, read as they come, without their line ends.
 *
 * @param {number} fd
 * @returns {Generator<Buffer>}
 */
function* readLines(fd) {
  const chunk = Buffer.allocUnsafe(65536);
  /** @type {Buffer[]} */
  let pending = [];
  for (;;) {
    const length = retrying(() => fs.readSync(fd, chunk, 0, chunk.length, null));
    if (length === 0) break;
    const rest = Buffer.from(chunk.subarray(0, length));
    let start = 0;
    for (let end = rest.indexOf(LINE_END); end !== -1; end = rest.indexOf(LINE_END, start)) {
      yield Buffer.concat([...pending, rest.subarray(start, end)]);
      pending = [];
      start = end + 1;
    }
    if (start < rest.length) pending.push(rest.subarray(start));
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

/**
 * Writes one line whole.
 *
 * @param {number} fd
 * @param {string} text without the line end
 */
function writeLine(fd, text) {
  const bytes = Buffer.from(`${text}\n`);
  for (let done = 0; done < bytes.length;) {
    done += retrying(() => fs.writeSync(fd, bytes, done, bytes.length - done));
  }
}

module.exports = { readLines, writeLine };
