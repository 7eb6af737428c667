'use strict';

// The operations of stores, one row each: the method that does it, the keys of its step, and what is timed.

/** @import { Check, Checks, Store, StoreOperation, Take } from './types' */

const { isCount, isPositive, isText } = require('./conversation');
const { readFile } = require('./files');
const { splitLines } = require('./frames');
const host = require('./host');
const { runBatches } = require('./store_batches');

/** @type {Check} */
const isNumber = { test: Number.isFinite, what: 'a number' };
/** @type {Check} */
const isCountOrNull = { test: (value) => value === null || isCount.test(value), what: `null or ${isCount.what}` };
/** @type {Check} */
const isTwoNames = {
  test: (value) => Array.isArray(value) && value.length === 2 && value.every(isText.test) && value[0] !== value[1],
  what: 'two names',
};
/** @type {Check} */
const isShuffle = { test: (value) => ['none', 'full', 'buffer'].includes(value), what: 'none, full or buffer' };

/** @type {Checks} */
const READING = { seed: isCount, samples: isCountOrNull, output: isText };

/** @type {StoreOperation[]} */
const OPERATIONS = [
  {
    name: 'put',
    method: (store) => store.put ?? store.write,
    keys: {},
    run: (session, request, operation) => session.written(operation, session.pairs),
  },
  {
    name: 'scan',
    method: (store) => store.scan,
    keys: READING,
    run: (session, request) => session.handing(request, session.pairs.length, (take) => session.store.scan(take)),
  },
  {
    name: 'get',
    method: (store) => store.get,
    keys: { keys: isText, ...READING },
    async run(session, request) {
      const keys = readKeys(request.keys);
      let found = 0;
      const { ns } = await session.handing(request, keys.length, (take) => {
        for (const key of keys) {
          const document = session.store.get(key);
          if (document !== undefined) found += 1;
          take(document);
        }
      });
      return { ns: { lookup: ns[request.step] }, count: found };
    },
  },
  {
    name: 'filter',
    method: (store) => store.filter ?? store.scan,
    keys: { field: isText, least: isNumber, most: isNumber, ...READING },
    run(session, request) {
      const { setting, store } = session;
      const { field, least: minimum, most: maximum } = request;
      return session.handing(request, session.pairs.length, (take) => {
        if (store.filter) return store.filter(field, minimum, maximum, take);
        const { parse } = setting;
        return store.scan((document) => {
          const value = parse(document)[field];
          if (minimum <= value && value <= maximum) take(document);
        });
      });
    },
  },
  {
    name: 'project',
    method: (store) => store.project ?? store.scan,
    keys: { fields: isTwoNames, ...READING },
    run(session, request) {
      const { setting, store } = session;
      const [first, second] = request.fields;
      const run = (/** @type {Take} */ take) => {
        if (store.project) return store.project([first, second], take);
        const { parse } = setting;
        return store.scan((document) => {
          const value = parse(document);
          take({ [first]: value[first], [second]: value[second] });
        });
      };
      return session.handing(request, session.pairs.length, run, [first, second]);
    },
  },
  {
    name: 'update',
    method: (store) => store.update ?? store.write,
    keys: { records: isText, encoded: isText, count: isCount },
    run: (session, request, operation) => session.written(operation, session.readPairs(request)),
  },
  {
    name: 'delete',
    method: (store) => store.delete ?? store.write,
    keys: { keys: isText },
    run: (session, request, operation) => session.written(operation, readKeys(request.keys)),
  },
  {
    name: 'batches',
    method: (store) => store.scan,
    keys: { size: isPositive, shuffle: isShuffle, buffer: isPositive, epochs: isCount, ...READING },
    run(session, request) {
      const keys = session.pairs.map(([key]) => key);
      const run = (/** @type {Take} */ take) => runBatches(session.store, keys, request, take);
      return session.handing(request, keys.length * request.epochs, run);
    },
  },
];

/**
 * @param {Store} store or its class's prototype
 * @returns {StoreOperation[]} the operations that it has
 */
function operationsOf(store) {
  return OPERATIONS.filter((operation) => typeof operation.method(store) === 'function');
}

/** @type {(path: string) => string[]} */
function readKeys(path) {
  return splitLines(readFile(path, 'keys')).map(host.toText);
}

module.exports = { OPERATIONS, operationsOf };
