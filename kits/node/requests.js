'use strict';

const { Conversation, isCount, isPositive, isText, isTextOrNull } = require('./conversation');
const { KitError } = require('./errors');
const host = require('./host');
const { inspect } = require('./inspect');
const { measure, once, warm } = require('./measure');
const { Session, operationsOf } = require('./session');

const isSeconds = { test: (value) => Number.isFinite(value) && value >= 0, what: 'a number, not negative' };
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
};
// Keys that may be missing, which is as if they were null.
const OPTIONAL_KEYS = {
  load: { container: isTextOrNull, settings: isSettings },
  swap: { container: isTextOrNull },
  warm: { output: isTextOrNull },
  measure: { output: isTextOrNull },
  once: { output: isTextOrNull },
};
const COMPRESSIONS = ['null', 'deflate', 'snappy', 'zstandard'];

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
   * @param {Function} Adapter the contestant's class
   */
  constructor(name, Adapter) {
    super(name, Adapter, operationsOf(Adapter), KEYS, OPTIONAL_KEYS);
    this.Adapter = Adapter;
    this.session = null;
    host.prepare(Adapter);
  }

  load(request) {
    // After a load that failed nothing is loaded: measuring the set before it would mislead.
    this.session = null;
    this.session = new Session(this.Adapter, request);
    return { count: request.count, setup_ns: this.session.setupNs };
  }

  async prove(request) {
    const session = this.sessionFor(request);
    await session.prove(request.operation, request.output);
    return { count: session.records.length };
  }

  inspect(request) {
    return inspect(this.measurableSession(request), request.operation, request.rounds);
  }

  warm(request) {
    return warm(this.batchSession(request), request);
  }

  measure(request) {
    return measure(this.batchSession(request), request);
  }

  once(request) {
    return once(this.batchSession(request), request);
  }

  swap(request) {
    this.loaded().swap(request);
    return { count: request.count };
  }

  loaded() {
    if (this.session === null) throw new KitError('bad_input', 'nothing is loaded');
    return this.session;
  }

  sessionFor(request) {
    const session = this.loaded();
    if (!session.operations.includes(request.operation)) {
      throw new KitError('unsupported', `the contestant has no operation ${JSON.stringify(request.operation)}`);
    }
    session.checkContainer(request.operation);
    return session;
  }

  measurableSession(request) {
    const session = this.sessionFor(request);
    if (request.threads > 1) {
      const reason = 'JavaScript threads cannot share the objects of one record set';
      throw new KitError('unsupported', `threads is ${request.threads}, but the Node kit has one: ${reason}`);
    }
    if (session.records.length === 0) throw new KitError('bad_input', 'the record set is empty');
    return session;
  }

  batchSession(request) {
    const session = this.measurableSession(request);
    if (request.operation === 'write' && request.output === null) {
      throw new KitError('bad_input', 'missing key "output"');
    }
    return session;
  }
}

module.exports = { Contestant };
