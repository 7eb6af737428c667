'use strict';

/** @import { Batches, Store, Take, Value } from './types' */

// All documents as a training loop takes them: in lists, epoch by epoch, in the store's order or shuffled.

/**
 * @param {Store} store
 * @param {string[]} keys of all documents
 * @param {Batches} way
 * @param {Take} take is called with every document of a list, when the list is complete
 */
async function runBatches(store, keys, way, take) {
  const random = makeRandom(way.seed);
  for (let epoch = 0; epoch < way.epochs; epoch++) {
    if (way.shuffle === 'full') await takeByKey(store, shuffled(keys, random), way.size, take);
    else await takeByScan(store, way, random, take);
  }
}

/** @type {(store: Store, keys: string[], size: number, take: Take) => Promise<void>} */
async function takeByKey(store, keys, size, take) {
  for (let at = 0; at < keys.length; at += size) {
    const some = keys.slice(at, at + size);
    const batch = store.getMany ? await store.getMany(some) : some.map((key) => store.get(key));
    batch.forEach((document) => take(document));
  }
}

/** @type {(store: Store, way: Batches, random: Random, take: Take) => Promise<void>} */
async function takeByScan(store, { size, shuffle, buffer }, random, take) {
  /** @type {Value[]} */
  let batch = [];
  const give = () => {
    batch.forEach((document) => take(document));
    batch = [];
  };
  /** @type {Take} */
  const add = (document) => {
    batch.push(document);
    if (batch.length === size) give();
  };
  const mixed = shuffle === 'buffer' ? shuffleBuffer(buffer, random, add) : { add, end: () => {} };
  await store.scan(mixed.add);
  mixed.end();
  give();
}

// Each document takes the place of a random one of those held, which goes out.
/** @type {(size: number, random: Random, give: Take) => {add: Take, end: () => void}} */
function shuffleBuffer(size, random, give) {
  /** @type {Value[]} */
  const held = [];
  /** @type {Take} */
  const add = (document) => {
    if (held.length < size) {
      held.push(document);
      return;
    }
    const place = random(size);
    const out = held[place];
    held[place] = document;
    give(out);
  };
  return { add, end: () => shuffled(held, random).forEach((document) => give(document)) };
}

/**
 * @template T
 * @param {T[]} items
 * @param {Random} random
 * @returns {T[]}
 */
function shuffled(items, random) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const place = random(last + 1);
    [mixed[last], mixed[place]] = [mixed[place], mixed[last]];
  }
  return mixed;
}

/**
 * Marsaglia's xorshift of 32 bits: splitmix64 needs BigInt here, and would be in the clock.
 *
 * @typedef {(below: number) => number} Random
 *
 * @param {number} seed
 * @returns {Random}
 */
function makeRandom(seed) {
  // Its state must not be zero, and small seeds must not begin alike.
  let state = Math.imul((seed % 2 ** 32) + 1, 0x9e3779b1) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

module.exports = { runBatches };
