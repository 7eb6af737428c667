'use strict';

/** @import { Pair, StepReply, StoreClass, StoreOperation, StoreTools, Take, Value, Way } from './types' */

const fs = require('node:fs');
const { makeReader } = require('./canonical_reader');
const { KitError } = require('./errors');
const { readInputs, readRecords, readSchemas, writeFile } = require('./files');
const host = require('./host');
const { handedOver, makeKeeper, positionsOf } = require('./store_samples');
const { Setting } = require('./store_setting');

/**
 * The documents that were loaded, and the adapter for them.
 *
 * @typedef {{records: string, encoded: string, count: number}} Documents
 */
class StoreSession {
  /**
   * @param {StoreClass} Store the contestant's class
   * @param {StoreTools} tools
   * @param {Documents & {schema: string, resolved: string, store: Way}} request
   */
  constructor(Store, tools, request) {
    const { type } = readSchemas(request);
    if (type.type !== 'record') throw new KitError('bad_input', 'schema: documents are records');
    this.type = type;
    this.readRecord = makeReader(type);
    this.setting = new Setting(request.store);
    this.pairs = this.readPairs(request);
    this.isOpen = false;
    const start = host.now();
    this.store = new Store(this.setting, tools);
    this.setupNs = Number(host.now() - start);
  }

  /** @type {(folder: string, create: boolean) => Promise<StepReply>} */
  async open(folder, create) {
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new KitError('bad_input', `folder: ${folder} is not a folder`);
    }
    const open = await timed(() => this.store.open(folder, create));
    this.isOpen = true;
    return { ns: { open }, count: 0 };
  }

  /** @returns {Promise<StepReply>} */
  async close() {
    const close = await timed(() => this.store.close());
    this.isOpen = false;
    return { ns: { close }, count: 0 };
  }

  /**
   * @param {StoreOperation} operation
   * @param {Pair[]|string[]} what pairs of key and document, or keys
   * @returns {Promise<StepReply>}
   */
  async written({ name }, what) {
    /** @type {Value} */
    const { store } = this;
    const call = store[name] ? () => store[name](what) : () => store.write(name, what);
    const write = await timed(call);
    const flush = await timed(() => this.store.flush());
    return { ns: { write, flush }, count: what.length };
  }

  /**
   * Times what hands documents over; when the clock has stopped, those that were kept are written.
   *
   * @param {{step: string, seed: number, samples: number|null, output: string}} request
   * @param {number} maximum how many documents may be handed over
   * @param {(take: Take) => *} run may give a promise
   * @param {string[]|null} fields the only ones that are handed over; null for all
   * @returns {Promise<StepReply>}
   */
  async handing(request, maximum, run, fields = null) {
    const keeper = makeKeeper(positionsOf(request, maximum));
    const took = await timed(() => run(keeper.take));
    writeFile(request.output, handedOver(keeper.kept, fields, this.type, this.setting));
    return { ns: { [request.step]: took }, count: keeper.seen() };
  }

  /**
   * @param {Documents} request
   * @returns {Pair[]}
   */
  readPairs({ records, encoded, count }) {
    const values = readRecords(records, count, this.readRecord);
    const documents = this.setting.raw ? readInputs(encoded, count) : values;
    return values.map((value, index) => [this.setting.keyOf(value), documents[index]]);
  }
}

/**
 * @param {() => *} call may give a promise
 * @returns {Promise<number>} nanoseconds until it is done
 */
async function timed(call) {
  const start = host.now();
  await call();
  return Number(host.now() - start);
}

module.exports = { StoreSession };
