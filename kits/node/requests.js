'use strict';

/** @import { AdapterClass, Check, Checks, ConformRequest, Files, LoadFiles, MeasureOptions, SampleOptions, Value } from './types' */

const { conform } = require('./conform');
const { Conversation, isCount, isPositive, isText, isTextOrNull } = require('./conversation');
const { KitError } = require('./errors');
const host = require('./host');
const { inspect } = require('./inspect');
const { measure, once, warm } = require('./measure');
const { operationsOf } = require('./operations');
const { Session } = require('./session');

/** @type {Check} */
const isSeconds = { test: (value) => Number.isFinite(value) && value >= 0, what: 'a number, not negative' };
/** @type {Check} */
const isSettings = { test: isContainerSettings, what: 'null or the settings of a container' };

const SAMPLE_KEYS = { operation: isText, seed: isCount, samples: isCount };
const MEASURE_KEYS = { ...SAMPLE_KEYS, min_batch_ns: isCount, threads: isPositive };
const KEYS = {
  load: { workload: isText, schema: isText, resolved: isText, records: isText, encoded: isTextOrNull, count: isCount },
  prove: { operation: isText, output: isText },
  inspect: { operation: isText, rounds: isPositive },
  warm: { ...MEASURE_KEYS, seconds: isSeconds },
  measure: { ...MEASURE_KEYS, batches: isCount },
  once: SAMPLE_KEYS,
  swap: { records: isText, encoded: isTextOrNull, count: isCount },
  conform: { ask: isText, schema: isText, resolved: isText, input: isText, texts: isCount },
};
// Keys that may be missing, which is as if they were null.
const OPTIONAL_KEYS = {
  load: { container: isTextOrNull, settings: isSettings },
  swap: { container: isTextOrNull },
  warm: { output: isTextOrNull },
  measure: { output: isTextOrNull },
  once: { output: isTextOrNull },
  conform: { writer: isTextOrNull, settings: isSettings },
};
const COMPRESSIONS = ['null', 'deflate', 'snappy', 'zstandard'];

/** @type {(value: Value) => boolean} */
function isContainerSettings(value) {
  if (value === null) return true;
  if (typeof value !== 'object' || !COMPRESSIONS.includes(value.compression)) return false;
  return (value.level === null || Number.isSafeInteger(value.level)) && isPositive.test(value.block_bytes);
}

/**
 * Answers the requests of the contract for one contestant.
 */
class Contestant extends Conversation {
  /**
   * @param {string} name such as `node/null`
   * @param {AdapterClass} Adapter the contestant's class
   */
  constructor(name, Adapter) {
    const operations = operationsOf(Adapter.prototype).map((operation) => operation.name);
    super(name, Adapter, operations, KEYS, OPTIONAL_KEYS);
    this.Adapter = Adapter;
    /** @type {InstanceType<typeof Session>|null} */
    this.session = null;
    host.prepare(Adapter);
  }

  /** @param {LoadFiles} request */
  load(request) {
    // After a load that failed nothing is loaded: measuring the set before it would mislead.
    this.session = null;
    this.session = new Session(this.Adapter, request);
    return { count: request.count, setup_ns: this.session.setupNs };
  }

  /** @param {{operation: string, output: string}} request */
  async prove(request) {
    const session = this.loaded();
    await session.prove(session.operation(request.operation), request.output);
    return { count: session.records.length };
  }

  /** @param {{operation: string, rounds: number}} request */
  inspect(request) {
    const { session, operation } = this.measurable(request);
    return inspect(session, operation, request.rounds);
  }

  /** @param {MeasureOptions & {seconds: number}} request */
  warm(request) {
    const { session, operation } = this.measurableInBatches(request);
    return warm(session, operation, request);
  }

  /** @param {MeasureOptions & {batches: number}} request */
  measure(request) {
    const { session, operation } = this.measurableInBatches(request);
    return measure(session, operation, request);
  }

  /** @param {SampleOptions} request */
  once(request) {
    const { session, operation } = this.measurableInBatches(request);
    return once(session, operation, request);
  }

  /** @param {Files} request */
  swap(request) {
    this.loaded().swap(request);
    return { count: request.count };
  }

  /** @param {ConformRequest} request */
  conform(request) {
    return conform(this.Adapter, request);
  }

  loaded() {
    if (this.session === null) throw new KitError('bad_input', 'nothing is loaded');
    return this.session;
  }

  /** @param {{operation: string, threads?: number}} request */
  measurable(request) {
    const session = this.loaded();
    const operation = session.operation(request.operation);
    if ((request.threads ?? 1) > 1) {
      const reason = 'JavaScript threads cannot share the objects of one record set';
      throw new KitError('unsupported', `threads is ${request.threads}, but the Node kit has one: ${reason}`);
    }
    if (session.records.length === 0) throw new KitError('bad_input', 'the record set is empty');
    return { session, operation };
  }

  /** @param {SampleOptions & {threads?: number}} request */
  measurableInBatches(request) {
    const found = this.measurable(request);
    if (found.operation.gives === 'container' && request.output === null) {
      throw new KitError('bad_input', 'missing key "output"');
    }
    return found;
  }
}

module.exports = { Contestant };
