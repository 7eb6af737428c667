'use strict';

/** @import { Adapter, Decoder, Encoder, FieldReader, RecordOperation, Sample, Value, Watch } from './types' */

// The measured loops. One function for each operation, so that V8's type feedback of one is not spoilt by the other,
// and written as a user's own loop would be. Handing the last output back keeps V8 from leaving outputs out, and costs
// nothing. Storing every output in a variable that outlives the loop would: V8 keeps account of each such store.
/** @type {Value} */
// eslint-disable-next-line no-unused-vars -- written, never read
let lastOutput;
// eslint-disable-next-line no-unused-vars -- written, never read
let lastSum = 0;

/**
 * Encodes the records `from` up to but not including `to`.
 *
 * @param {Encoder} adapter
 * @param {Value[]} records domain values
 * @param {number} from
 * @param {number} to
 * @returns {Uint8Array|undefined} the last output
 */
function encodeStretch(adapter, records, from, to) {
  let output;
  for (let i = from; i < to; i++) output = adapter.encode(records[i]);
  return output;
}

/**
 * Decodes the inputs `from` up to but not including `to`.
 *
 * @param {Decoder} adapter
 * @param {Uint8Array[]} inputs
 * @param {number} from
 * @param {number} to
 * @returns {Value} the last domain value
 */
function decodeStretch(adapter, inputs, from, to) {
  let output;
  for (let i = from; i < to; i++) output = adapter.decode(inputs[i]);
  return output;
}

/**
 * Decodes the inputs `from` up to but not including `to`, and reads every field.
 *
 * @param {FieldReader} reader
 * @param {Uint8Array[]} inputs
 * @param {number} from
 * @param {number} to
 * @returns {Value} the last domain value
 */
function accessStretch(reader, inputs, from, to) {
  const { adapter, read } = reader;
  let output;
  let sum = 0;
  for (let i = from; i < to; i++) {
    output = adapter.decode(inputs[i]);
    sum = (sum + read(output)) | 0;
  }
  lastSum = sum;
  return output;
}

/**
 * Does whole passes, in stretches between the sampled records, so that the loops have no branch for the samples.
 *
 * @param {RecordOperation['stretch']} stretch
 * @param {Adapter|FieldReader} adapter
 * @param {() => Value[]} itemsOf gives the records or inputs of a pass, outside the clock
 * @param {number} passes
 * @param {Sample[]} samples in order
 * @param {Watch} watch
 * @returns {Value[]} the sampled outputs
 */
function runPasses(stretch, adapter, itemsOf, passes, samples, watch) {
  const kept = new Array(samples.length);
  let next = 0;
  for (let pass = 0; pass < passes; pass++) {
    const items = itemsOf();
    let from = 0;
    watch.start();
    for (; next < samples.length && samples[next].pass === pass; next++) {
      const to = samples[next].index + 1;
      kept[next] = stretch(adapter, items, from, to);
      from = to;
    }
    lastOutput = stretch(adapter, items, from, items.length);
    watch.stop();
  }
  return kept;
}

module.exports = { accessStretch, decodeStretch, encodeStretch, runPasses };
