'use strict';

/** @import { Operation, Session, Value } from './types' */

const host = require('./host');
const { isOnContainers } = require('./operations');

const MAX_RECORDS = 200;
const UNCOUNTED_ROUNDS = 2;
// eslint-disable-next-line no-unused-vars -- written, never read
let lastSum = 0;

/**
 * Asks whether an operation hands over finished values of the caller's own.
 *
 * @param {Session} session
 * @param {Operation} operation
 * @param {number} rounds counted rounds
 * @returns {Promise<object>} the reply of the contract
 */
async function inspect(session, operation, rounds) {
  if (operation.gives === 'readings') return { shared: false };
  const shared = await isShared(() => produce(session, operation, session.itemsOf(operation)));
  if (operation.gives !== 'values') return { shared };
  const done = isOnContainers(operation) ? session.records.length : Math.min(session.records.length, MAX_RECORDS);
  const best = [Infinity, Infinity, Infinity, Infinity];
  for (let round = -UNCOUNTED_ROUNDS; round < rounds; round++) {
    const times = await timeRound(session, operation, done);
    if (round < 0) continue;
    times.forEach((time, i) => {
      best[i] = Math.min(best[i], time);
    });
  }
  const [operationNs, firstReadNs, secondReadNs, loadedReadNs] = best;
  return {
    shared,
    operation_ns: operationNs,
    first_read_ns: firstReadNs,
    second_read_ns: secondReadNs,
    loaded_read_ns: loadedReadNs,
  };
}

// Does the operation for at most MAX_RECORDS of the items or, where it is on a container, once; gives what it made.
/** @type {(session: Session, operation: Operation, items: Value[]) => Promise<Value[]>} */
async function produce(session, operation, items) {
  if (isOnContainers(operation)) return operation.outputs(session, MAX_RECORDS);
  /** @type {Value} */
  const { adapter } = session;
  const { name } = operation;
  return items.slice(0, MAX_RECORDS).map((item) => adapter[name](item));
}

// All first outputs are kept until the second ones are there, so that memory used again shows itself.
/** @type {(make: () => Promise<Value[]>) => Promise<boolean>} */
async function isShared(make) {
  const first = await make();
  const second = await make();
  return first.some((output, i) => areSame(output, second[i]));
}

/** @type {(a: Value, b: Value) => boolean} */
function areSame(a, b) {
  if (a === null || typeof a !== 'object' || a.byteLength === 0) return false;
  return a === b || (a instanceof Uint8Array && b instanceof Uint8Array && overlap(a, b));
}

/** @type {(a: Uint8Array, b: Uint8Array) => boolean} */
function overlap(a, b) {
  if (a.buffer !== b.buffer) return false;
  return a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;
}

// Nanoseconds a record: doing the operation on `done` records, reading the values, reading them again, reading the
// loaded domain values.
/** @type {(session: Session, operation: Operation, done: number) => Promise<number[]>} */
async function timeRound(session, operation, done) {
  const items = session.newItemsOf(operation);
  let start = host.now();
  const values = await produce(session, operation, items);
  const times = [Number(host.now() - start) / done];
  for (const set of [values, values, session.records.slice(0, MAX_RECORDS)]) {
    start = host.now();
    lastSum = readAll(session, set);
    times.push(Number(host.now() - start) / set.length);
  }
  return times;
}

/** @type {(session: Session, values: Value[]) => number} */
function readAll(session, values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum = (sum + session.readFields(values[i])) | 0;
  return sum;
}

module.exports = { inspect };
