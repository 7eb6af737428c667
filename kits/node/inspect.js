'use strict';

const MOST_RECORDS = 200;
const UNCOUNTED_ROUNDS = 2;

/**
 * Asks whether an operation hands over finished values of the caller's own.
 *
 * @param {import('./session').Session} session
 * @param {string} operation
 * @param {number} rounds counted rounds
 * @returns {object} the reply of the contract
 */
function inspect(session, operation, rounds) {
  const items = session.itemsOf(operation).slice(0, MOST_RECORDS);
  const shared = isShared((item) => session.adapter[operation](item), items);
  if (operation !== 'decode') return { shared };
  const records = session.records.slice(0, MOST_RECORDS);
  for (let round = 0; round < UNCOUNTED_ROUNDS; round++) timeRound(session, items, records);
  const best = [Infinity, Infinity, Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    timeRound(session, items, records).forEach((time, i) => {
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

// All first outputs are kept until the second ones are there, so that memory used again shows itself.
function isShared(operate, items) {
  const first = items.map(operate);
  const second = items.map(operate);
  return first.some((output, i) => areSame(output, second[i]));
}

function areSame(a, b) {
  if (a === null || typeof a !== 'object' || a.byteLength === 0) return false;
  return a === b || (a instanceof Uint8Array && b instanceof Uint8Array && overlap(a, b));
}

function overlap(a, b) {
  if (a.buffer !== b.buffer) return false;
  return a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;
}

// Nanoseconds a record: decoding all, reading the values, reading them again, reading the loaded domain values.
function timeRound(session, inputs, records) {
  const { adapter } = session;
  const values = new Array(inputs.length);
  const times = [process.hrtime.bigint()];
  for (let i = 0; i < inputs.length; i++) values[i] = adapter.decode(inputs[i]);
  times.push(process.hrtime.bigint());
  for (const set of [values, values, records]) {
    readAll(session, set);
    times.push(process.hrtime.bigint());
  }
  return times.slice(1).map((time, i) => Number(time - times[i]) / inputs.length);
}

function readAll(session, values) {
  let length = 0;
  for (let i = 0; i < values.length; i++) length += session.canonicalText(values[i]).length;
  return length;
}

module.exports = { inspect };
