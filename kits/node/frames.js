'use strict';

// Framed bytes, and lines, in memory.

const host = require('./host');

const LINE_END = 10;

/**
 * Framed bytes: for each record its length as four bytes, least significant first, then its bytes.
 *
 * @param {Uint8Array[]} outputs
 * @returns {Uint8Array}
 */
function joinFrames(outputs) {
  const pieces = [];
  for (const output of outputs) {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, output.length, true);
    pieces.push(new Uint8Array(length.buffer), output);
  }
  return host.concatBytes(pieces);
}

/**
 * @param {Uint8Array} framed
 * @returns {Uint8Array[]} one a record, each made as a user's small messages are, not a view of `framed`
 * @throws {Error} where the last frame is cut short
 */
function splitFrames(framed) {
  const view = new DataView(framed.buffer, framed.byteOffset, framed.byteLength);
  const frames = [];
  for (let start = 0; start < framed.length;) {
    const end = start + 4 > framed.length ? Infinity : start + 4 + view.getUint32(start, true);
    if (end > framed.length) throw new Error(`frame ${frames.length} is cut short`);
    frames.push(host.copyBytes(framed.subarray(start + 4, end)));
    start = end;
  }
  return frames;
}

/**
 * @param {Uint8Array[]} texts
 * @returns {Uint8Array} the texts, each with a line end
 */
function joinLines(texts) {
  const end = new Uint8Array([LINE_END]);
  return host.concatBytes(texts.flatMap((text) => [text, end]));
}

/**
 * The lines of bytes in memory, without their line ends.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]} views of `bytes`
 */
function splitLines(bytes) {
  const lines = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_END, start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end));
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

module.exports = { joinFrames, splitFrames, joinLines, splitLines };
