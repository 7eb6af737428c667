'use strict';

/** @import { Reader, Sample, Take, Value, Writer } from './types' */

// The measured loops of `write` and `read`. A library may work with streams, which end in a later turn of the event
// loop, so each file is awaited; that costs once a file, and a library that is done when it returns does not wait.

/**
 * Writes one container file a pass.
 *
 * @param {Writer} adapter
 * @param {Value[]} records domain values
 * @param {number} passes
 * @param {number} sampledPass
 * @returns {Promise<Uint8Array>} the file of the sampled pass
 */
async function writePasses(adapter, records, passes, sampledPass) {
  /** @type {Value} */
  let kept;
  for (let pass = 0; pass < passes; pass++) {
    const file = await adapter.write(records);
    if (pass === sampledPass) kept = file;
  }
  return kept;
}

/**
 * Reads the container file once a pass. The library hands records over one by one, and they have to be counted. The
 * count goes down to the end of a stretch, which is the next sampled record or the last one, so that samples cost
 * nothing beyond the counting. A record at a stretch's end may be kept, which keeps V8 from leaving records out.
 *
 * @param {Reader} adapter
 * @param {Uint8Array} container
 * @param {number} count of records in it
 * @param {number} passes
 * @param {Sample[]} samples in order
 * @returns {Promise<Value[]>} the sampled records
 * @throws {Error} where the library read another number of records
 */
async function readPasses(adapter, container, count, passes, samples) {
  /** @type {Value[]} */
  const kept = [];
  let pass = 0;
  let end = 0;
  let left = 0;
  const nextSample = () => (samples[kept.length]?.pass === pass ? samples[kept.length].index : -1);
  /** @param {number} seen */
  const begin = (seen) => {
    end = nextSample() === -1 ? count : nextSample() + 1;
    left = end - seen;
  };
  /** @type {Take} */
  const endStretch = (record) => {
    if (nextSample() === end - 1) kept.push(record);
    if (end < count) begin(end);
  };
  /** @type {Take} */
  const take = (record) => {
    if (--left === 0) endStretch(record);
  };
  for (; pass < passes; pass++) {
    begin(0);
    await adapter.read(container, take);
    checkCount(end - left, count);
  }
  return kept;
}

/**
 * Reads the container file once and keeps its first records.
 *
 * @param {Reader} adapter
 * @param {Uint8Array} container
 * @param {number} count of records in it
 * @param {number} maximum how many to keep
 * @returns {Promise<Value[]>} domain values
 */
async function readFirst(adapter, container, count, maximum) {
  /** @type {Value[]} */
  const kept = [];
  let seen = 0;
  await adapter.read(container, (record) => {
    seen += 1;
    if (seen <= maximum) kept.push(record);
  });
  checkCount(seen, count);
  return kept;
}

/** @type {(seen: number, count: number) => void} */
function checkCount(seen, count) {
  if (seen !== count) throw new Error(`read handed over ${seen} records, but the container holds ${count}`);
}

module.exports = { writePasses, readPasses, readFirst };
