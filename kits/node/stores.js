'use strict';

// Stores: their requests, and their steps, timed part by part (docs/stores.md).

const fs = require('node:fs');
const { makeReader } = require('./canonical_reader');
const { Conversation, checkKeys, isCount, isPositive, isText } = require('./conversation');
const { KitError } = require('./errors');
const { readFile, readInputs, readRecords, readSchemas, writeFile } = require('./files');
const { splitLines } = require('./frames');
const host = require('./host');
const { readLines } = require('./lines');
const { replaceFile, syncFolder } = require('./safe_files');
const { sqlite } = require('./sqlite');
const { runBatches } = require('./store_batches');
const { handedOver, makeKeeper, positionsOf } = require('./store_samples');
const { BOUNDARIES, DURABILITIES, Setting } = require('./store_setting');

const OPERATIONS = ['put', 'scan', 'get', 'filter', 'project', 'update', 'delete', 'batches'];
// What the kit calls where a store has no method of an operation's own.
const INSTEAD = { put: 'write', update: 'write', delete: 'write', filter: 'scan', project: 'scan', batches: 'scan' };

// What the kit hands to an adapter's constructor, for what several stores need.
const TOOLS = { sqlite, readLines, replaceFile, syncFolder };

const isBoolean = { test: (value) => typeof value === 'boolean', what: 'a boolean' };
const isNumber = { test: Number.isFinite, what: 'a number' };
const isCountOrNull = { test: (value) => value === null || isCount.test(value), what: `null or ${isCount.what}` };
const isTwoNames = {
  test: (value) => Array.isArray(value) && value.length === 2 && value.every(isText.test) && value[0] !== value[1],
  what: 'two names',
};
const isShuffle = { test: (value) => ['none', 'full', 'buffer'].includes(value), what: 'none, full or buffer' };
const isWay = {
  test: (way) => isText.test(way?.key) && DURABILITIES.includes(way.durability) && BOUNDARIES.includes(way.boundary),
  what: 'a key, a durability and a boundary',
};

const KEYS = {
  load: {
    workload: isText,
    schema: isText,
    resolved: isText,
    records: isText,
    encoded: isText,
    count: isCount,
    store: isWay,
  },
  step: { step: isText },
};
const READING = { seed: isCount, samples: isCountOrNull, output: isText };
const STEPS = {
  open: { folder: isText, create: isBoolean },
  put: {},
  scan: READING,
  get: { keys: isText, ...READING },
  filter: { field: isText, least: isNumber, most: isNumber, ...READING },
  project: { fields: isTwoNames, ...READING },
  update: { records: isText, encoded: isText, count: isCount },
  delete: { keys: isText },
  batches: { size: isPositive, shuffle: isShuffle, buffer: isPositive, epochs: isCount, ...READING },
  close: {},
};

function has(Store, method) {
  return typeof Store.prototype[method] === 'function';
}

/**
 * @param {Function} Store the contestant's class
 * @returns {string[]} the operations that it has
 */
function operationsOf(Store) {
  return OPERATIONS.filter((operation) => has(Store, operation) || has(Store, INSTEAD[operation]));
}

/**
 * One store: its adapter, the documents that were loaded, and what each step does with them.
 */
class StoreContestant extends Conversation {
  /**
   * @param {string} name such as `node/classic-level`
   * @param {Function} Store the contestant's class
   */
  constructor(name, Store) {
    super(name, Store, operationsOf(Store), KEYS);
    this.Store = Store;
    this.setting = null;
    this.isOpen = false;
  }

  async load(request) {
    if (this.isOpen) await this.closeStep();
    this.setting = null;
    this.type = readSchemas(request).type;
    if (this.type.type !== 'record') throw new KitError('bad_input', 'schema: documents are records');
    this.readRecord = makeReader(this.type);
    const setting = new Setting(request.store);
    this.pairs = this.readPairs(request, setting);
    const start = host.now();
    this.store = new this.Store(setting, TOOLS);
    const setupNs = Number(host.now() - start);
    this.setting = setting;
    return { count: request.count, setup_ns: setupNs };
  }

  async step(request) {
    const { step } = request;
    if (this.setting === null) throw new KitError('bad_input', 'no documents are loaded');
    if (!Object.hasOwn(STEPS, step) || (OPERATIONS.includes(step) && !this.operations.includes(step))) {
      throw new KitError('unsupported', `the store has no step ${JSON.stringify(step)}`);
    }
    if (step !== 'open' && !this.isOpen) throw new KitError('bad_input', `${step}: the store is not open`);
    checkKeys(request, STEPS[step]);
    return this[`${step}Step`](request);
  }

  async openStep({ folder, create }) {
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new KitError('bad_input', `folder: ${folder} is no folder`);
    }
    const open = await timed(() => this.store.open(folder, create));
    this.isOpen = true;
    return { ns: { open }, count: 0 };
  }

  async closeStep() {
    const close = await timed(() => this.store.close());
    this.isOpen = false;
    return { ns: { close }, count: 0 };
  }

  putStep() {
    return this.written('put', this.pairs);
  }

  updateStep(request) {
    return this.written('update', this.readPairs(request, this.setting));
  }

  deleteStep(request) {
    return this.written('delete', readKeys(request.keys));
  }

  async written(operation, what) {
    const call = has(this.Store, operation)
      ? () => this.store[operation](what)
      : () => this.store.write(operation, what);
    const write = await timed(call);
    const flush = await timed(() => this.store.flush());
    return { ns: { write, flush }, count: what.length };
  }

  async scanStep(request) {
    return this.handing(request, this.pairs.length, (take) => this.store.scan(take));
  }

  async getStep(request) {
    const keys = readKeys(request.keys);
    let found = 0;
    const { ns } = await this.handing(request, keys.length, (take) => {
      for (const key of keys) {
        const document = this.store.get(key);
        if (document !== undefined) found += 1;
        take(document);
      }
    });
    return { ns: { lookup: ns.get }, count: found };
  }

  filterStep(request) {
    const { field, least: minimum, most: maximum } = request;
    return this.handing(request, this.pairs.length, (take) => {
      if (this.store.filter) return this.store.filter(field, minimum, maximum, take);
      const { parse } = this.setting;
      return this.store.scan((document) => {
        const value = parse(document)[field];
        if (minimum <= value && value <= maximum) take(document);
      });
    });
  }

  projectStep(request) {
    const [first, second] = request.fields;
    return this.handing(request, this.pairs.length, (take) => {
      if (this.store.project) return this.store.project([first, second], take);
      const { parse } = this.setting;
      return this.store.scan((document) => {
        const value = parse(document);
        take({ [first]: value[first], [second]: value[second] });
      });
    });
  }

  batchesStep(request) {
    const keys = this.pairs.map(([key]) => key);
    return this.handing(request, keys.length * request.epochs, (take) => runBatches(this.store, keys, request, take));
  }

  // Times what hands documents over; when the clock has stopped, those that were kept are written.
  async handing(request, maximum, run) {
    const keeper = makeKeeper(positionsOf(request, maximum));
    const took = await timed(() => run(keeper.take));
    writeFile(request.output, handedOver(keeper.kept, request, this.type, this.setting));
    return { ns: { [request.step]: took }, count: keeper.seen() };
  }

  readPairs({ records, encoded, count }, setting) {
    const values = readRecords(records, count, this.readRecord);
    const documents = setting.raw ? readInputs(encoded, count) : values;
    return values.map((value, index) => [setting.keyOf(value), documents[index]]);
  }
}

/**
 * @param {Function} call may give a promise
 * @returns {Promise<number>} nanoseconds until it is done
 */
async function timed(call) {
  const start = host.now();
  await call();
  return Number(host.now() - start);
}

function readKeys(path) {
  return splitLines(readFile(path, 'keys')).map(host.toText);
}

module.exports = { StoreContestant };
