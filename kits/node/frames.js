'use strict';

/**
 * Framed bytes: for each record its length as four bytes, least significant first, then its bytes.
 *
 * @param {Uint8Array[]} outputs
 * @returns {Buffer}
 */
function joinFrames(outputs) {
  const pieces = [];
  for (const output of outputs) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(output.length);
    pieces.push(length, output);
  }
  return Buffer.concat(pieces);
}

/**
 * @param {Buffer} framed
 * @returns {Buffer[]} one a record, each made by Buffer.from as a user's small messages are, not a view of `framed`
 * @throws {Error} where the last frame is cut short
 */
function splitFrames(framed) {
  const frames = [];
  for (let start = 0; start < framed.length; ) {
    const end = start + 4 > framed.length ? Infinity : start + 4 + framed.readUInt32LE(start);
    if (end > framed.length) throw new Error(`frame ${frames.length} is cut short`);
    frames.push(Buffer.from(framed.subarray(start + 4, end)));
    start = end;
  }
  return frames;
}

module.exports = { joinFrames, splitFrames };
