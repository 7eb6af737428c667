'use strict';

// Stores: their requests (docs/stores.md).

/** @import { Check, StepReply, StoreClass, Value } from './types' */

const { Conversation, checkKeys, isCount, isText } = require('./conversation');
const { KitError } = require('./errors');
const { readLines } = require('./lines');
const { replaceFile, syncFolder } = require('./safe_files');
const { sqlite, sqliteEngine } = require('./sqlite');
const { operationsOf } = require('./store_operations');
const { StoreSession } = require('./store_session');
const { FORMS, DURABILITIES } = require('./store_setting');

// What the kit hands to an adapter's constructor, for what several stores need.
const TOOLS = { sqlite, sqliteEngine, readLines, replaceFile, syncFolder };

/** @type {Check} */
const isBoolean = { test: (value) => typeof value === 'boolean', what: 'a boolean' };
/** @type {Check} */
const isWay = {
  test: (way) => isText.test(way?.key) && DURABILITIES.includes(way.durability) && FORMS.includes(way.boundary),
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
const OPEN_KEYS = { folder: isText, create: isBoolean };

/**
 * Answers the requests of the contract for one store.
 */
class StoreContestant extends Conversation {
  /**
   * @param {string} name such as `node/classic-level`
   * @param {StoreClass} Store the contestant's class
   */
  constructor(name, Store) {
    const offered = operationsOf(Store.prototype);
    const names = offered.map((operation) => operation.name);
    super(name, Store, names, KEYS);
    this.Store = Store;
    this.offered = offered;
    /** @type {InstanceType<typeof StoreSession>|null} */
    this.session = null;
  }

  /** @param {{protocol: number}} request */
  hello(request) {
    return { ...super.hello(request), engine: this.Store.engine?.(TOOLS) };
  }

  /** @param {ConstructorParameters<typeof StoreSession>[2]} request */
  async load(request) {
    if (this.session?.isOpen) await this.session.close();
    // After a load that failed nothing is loaded.
    this.session = null;
    this.session = new StoreSession(this.Store, TOOLS, request);
    return { count: request.count, setup_ns: this.session.setupNs };
  }

  /**
   * @param {Value} request
   * @returns {Promise<StepReply>}
   */
  async step(request) {
    const { step } = request;
    const { session } = this;
    if (session === null) throw new KitError('bad_input', 'no documents are loaded');
    if (step === 'open') {
      checkKeys(request, OPEN_KEYS);
      return session.open(request.folder, request.create);
    }
    const operation = this.offered.find((one) => one.name === step);
    if (operation === undefined && step !== 'close') {
      throw new KitError('unsupported', `the store has no step ${JSON.stringify(step)}`);
    }
    if (!session.isOpen) throw new KitError('bad_input', `${step}: the store is not open`);
    if (operation === undefined) return session.close();
    checkKeys(request, operation.keys);
    return operation.run(session, request, operation);
  }
}

module.exports = { StoreContestant, TOOLS };
