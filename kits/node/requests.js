'use strict';

const { KitError, messageOf } = require('./errors');
const host = require('./host');
const { inspect } = require('./inspect');
const { measure, once, warm } = require('./measure');
const { Session, operationsOf } = require('./session');

const PROTOCOL = 1;

const isText = { test: (value) => typeof value === 'string', what: 'a string' };
const isTextOrNull = { test: (value) => value === null || typeof value === 'string', what: 'a string or null' };
const isSeconds = { test: (value) => Number.isFinite(value) && value >= 0, what: 'a number, not negative' };
const isCount = wholeNumber(0);
const isPositive = wholeNumber(1);
const isSettings = { test: isContainerSettings, what: 'null or the settings of a container' };

const SAMPLE_KEYS = { operation: isText, seed: isCount, samples: isCount };
const MEASURE_KEYS = { ...SAMPLE_KEYS, min_batch_ns: isCount, threads: isPositive };
const KEYS = {
  hello: { protocol: isCount },
  load: { workload: isText, schema: isText, records: isText, encoded: isTextOrNull, count: isCount },
  prove: { operation: isText, output: isText },
  inspect: { operation: isText, rounds: isPositive },
  warm: { ...MEASURE_KEYS, seconds: isSeconds },
  measure: { ...MEASURE_KEYS, batches: isCount },
  once: SAMPLE_KEYS,
  swap: { records: isText, encoded: isTextOrNull, count: isCount },
  bye: {},
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

function wholeNumber(least) {
  return {
    test: (value) => Number.isSafeInteger(value) && value >= least,
    what: `a whole number of at least ${least}`,
  };
}

/**
 * Answers the requests of the contract for one contestant.
 */
class Contestant {
  /**
   * @param {string} name such as `node/null`
   * @param {Function} Adapter the contestant's class
   */
  constructor(name, Adapter) {
    this.name = name;
    this.Adapter = Adapter;
    this.session = null;
    host.prepare(Adapter);
  }

  /**
   * @param {Uint8Array} line
   * @returns {Promise<{reply: string, end: boolean}>} the line of the reply, and whether it is the last
   */
  async answer(line) {
    try {
      const request = parseRequest(line);
      const ok = await this[request.request](request);
      return { reply: JSON.stringify({ ok }), end: request.request === 'bye' };
    } catch (error) {
      return { reply: JSON.stringify(errorReply(error)), end: false };
    }
  }

  hello(request) {
    if (request.protocol !== PROTOCOL) {
      throw new KitError('bad_input', `protocol is ${request.protocol}, but this kit speaks ${PROTOCOL}`);
    }
    const { library, version } = this.Adapter;
    if (typeof library !== 'string' || typeof version !== 'string') {
      throw new KitError('failed', 'the adapter does not say its library and version');
    }
    return {
      protocol: PROTOCOL,
      contestant: this.name,
      library,
      version,
      runtime: host.runtime,
      operations: operationsOf(this.Adapter),
    };
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

  bye() {
    return {};
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

function errorReply(error) {
  const kind = error instanceof KitError || error?.kind === 'unsupported' ? error.kind : 'failed';
  if (kind === 'failed') console.error(error);
  const message = messageOf(error).replace(/\s*[\r\n]+\s*/g, ' ');
  return { error: { kind, message } };
}

function parseRequest(line) {
  let request;
  try {
    request = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line));
  } catch (error) {
    throw new KitError('bad_input', `not JSON: ${error.message}`);
  }
  if (request === null || typeof request !== 'object' || Array.isArray(request)) {
    throw new KitError('bad_input', 'the request is not an object');
  }
  if (!Object.hasOwn(request, 'request')) throw new KitError('bad_input', 'missing key "request"');
  if (typeof request.request !== 'string') throw new KitError('bad_input', 'request is not a string');
  if (!Object.hasOwn(KEYS, request.request)) {
    throw new KitError('bad_input', `unknown request ${JSON.stringify(request.request)}`);
  }
  for (const [key, { test, what }] of Object.entries(KEYS[request.request])) {
    if (!Object.hasOwn(request, key)) throw new KitError('bad_input', `missing key "${key}"`);
    if (!test(request[key])) throw new KitError('bad_input', `${key} is not ${what}`);
  }
  for (const [key, { test, what }] of Object.entries(OPTIONAL_KEYS[request.request] ?? {})) {
    request[key] ??= null;
    if (!test(request[key])) throw new KitError('bad_input', `${key} is not ${what}`);
  }
  return request;
}

module.exports = { Contestant };
