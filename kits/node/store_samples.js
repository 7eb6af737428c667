'use strict';

/** @import { RecordType } from './schema' */
/** @import { Setting, Take, Value } from './types' */

// The documents that a step hands over: which of them are kept, and how those are written.

const { makeWriter } = require('./canonical_writer');
const { splitmix64 } = require('./digest');
const { KitError, inRecord } = require('./errors');
const { joinFrames, joinLines } = require('./frames');
const host = require('./host');
const { checkBytes } = require('./session');

const NOTHING = new Uint8Array(0);

/**
 * @param {{seed: number, samples: number|null}} request
 * @param {number} maximum how many documents may be handed over
 * @returns {number[]|null} the positions of those to keep, in order; null for all
 */
function positionsOf({ seed, samples }, maximum) {
  if (samples === null) return null;
  const draw = splitmix64(seed);
  const drawn = new Set();
  for (let n = 0; n < samples && maximum > 0; n++) drawn.add(Number(draw() % BigInt(maximum)));
  return [...drawn].sort((a, b) => a - b);
}

/**
 * What a step hands its documents to. It counts them and holds on to none but those to keep.
 *
 * @param {number[]|null} positions in order; null for all
 * @returns {{take: Take, kept: Value[], seen: () => number}}
 */
function makeKeeper(positions) {
  /** @type {Value[]} */
  const kept = [];
  const following = positions === null ? () => kept.length : () => positions[kept.length] ?? -1;
  let seen = 0;
  let next = following();
  /** @type {Take} */
  const take = (document) => {
    if (seen === next) {
      kept.push(document);
      next = following();
    }
    seen += 1;
  };
  return { take, kept, seen: () => seen };
}

/**
 * @param {Value[]} kept documents; undefined where there was none
 * @param {string[]|null} fields what they have of the documents; null for all
 * @param {RecordType} type of the documents
 * @param {Setting} setting
 * @returns {Uint8Array} framed bytes, or canonical JSON lines
 */
function handedOver(kept, fields, type, setting) {
  if (setting.raw && fields === null) {
    return joinFrames(kept.map((document) => (document === undefined ? NOTHING : checkBytes(document))));
  }
  const write = makeWriter(fields === null ? type : projection(type, fields));
  /** @type {(document: Value, index: number) => Uint8Array} */
  const line = (document, index) => {
    try {
      return host.toBytes(document === undefined ? 'null' : write(document));
    } catch (error) {
      throw new Error(inRecord(index, error), { cause: error });
    }
  };
  return joinLines(kept.map(line));
}

/** @type {(type: RecordType, names: string[]) => RecordType} */
function projection(type, names) {
  const fields = names.map((name) => {
    const found = type.fields.find((field) => field.name === name);
    if (found === undefined) throw new KitError('bad_input', 'fields: the documents have no such field');
    return found;
  });
  return { type: 'record', kind: type.kind, name: 'Projection', fields };
}

module.exports = { handedOver, makeKeeper, positionsOf };
