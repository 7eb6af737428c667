'use strict';

/** @import { Check, Checks, Value } from './types' */

// What every contestant's conversation has, be it a codec or a store: lines in, replies out, the check of a request's
// keys, `hello` and `bye`.

const { KitError, isUnsupported, messageOf } = require('./errors');
const host = require('./host');

const PROTOCOL = 1;

/** @type {Check} */
const isText = { test: (value) => typeof value === 'string', what: 'a string' };
/** @type {Check} */
const isTextOrNull = { test: (value) => value === null || typeof value === 'string', what: 'a string or null' };
const isCount = wholeNumber(0);
const isPositive = wholeNumber(1);

/** @type {(minimum: number) => Check} */
function wholeNumber(minimum) {
  return {
    test: (value) => Number.isSafeInteger(value) && value >= minimum,
    what: `a whole number of at least ${minimum}`,
  };
}

/**
 * Answers lines with replies: a request's name is that of the method which gives what is `ok`.
 */
class Conversation {
  /**
   * @param {string} name such as `node/null`
   * @param {{library: string, version: string}} facts of the contestant's class
   * @param {string[]} operations on offer
   * @param {Object<string, Checks>} keys by request, each key with its test, besides those of `hello` and `bye`
   * @param {Object<string, Checks>} optionalKeys the same; a key that is missing is as if it were null
   */
  constructor(name, facts, operations, keys, optionalKeys = {}) {
    this.name = name;
    this.facts = facts;
    this.operations = operations;
    /** @type {Object<string, Checks>} */
    this.keys = { hello: { protocol: isCount }, ...keys, bye: {} };
    this.optionalKeys = optionalKeys;
  }

  /**
   * @param {Uint8Array} line
   * @returns {Promise<{reply: string, end: boolean}>} the line of the reply, and whether it is the last
   */
  async answer(line) {
    try {
      const request = this.parse(line);
      const ok = await /** @type {Value} */ (this)[request.request](request);
      return { reply: JSON.stringify({ ok }), end: request.request === 'bye' };
    } catch (error) {
      return { reply: JSON.stringify(errorReply(error)), end: false };
    }
  }

  /** @param {{protocol: number}} request */
  hello(request) {
    if (request.protocol !== PROTOCOL) {
      throw new KitError('bad_input', `protocol is ${request.protocol}, but this kit speaks ${PROTOCOL}`);
    }
    const { library, version } = this.facts;
    if (typeof library !== 'string' || typeof version !== 'string') {
      throw new KitError('failed', 'the adapter does not say its library and version');
    }
    return {
      protocol: PROTOCOL,
      contestant: this.name,
      library,
      version,
      runtime: host.runtime,
      operations: this.operations,
    };
  }

  bye() {
    return {};
  }

  /** @type {(line: Uint8Array) => Value} */
  parse(line) {
    let request;
    try {
      request = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line));
    } catch (error) {
      throw new KitError('bad_input', `not JSON: ${messageOf(error)}`);
    }
    if (request === null || typeof request !== 'object' || Array.isArray(request)) {
      throw new KitError('bad_input', 'the request is not an object');
    }
    if (!Object.hasOwn(request, 'request')) throw new KitError('bad_input', 'missing key "request"');
    const { request: name } = request;
    if (typeof name !== 'string') throw new KitError('bad_input', 'request is not a string');
    if (!Object.hasOwn(this.keys, name)) {
      throw new KitError('bad_input', `unknown request ${JSON.stringify(name)}`);
    }
    checkKeys(request, this.keys[name], this.optionalKeys[name]);
    return request;
  }
}

/**
 * @param {Value} request
 * @param {Checks} keys those that it must have, each with its test
 * @param {Checks} [optional] those that are made null where they are missing
 * @throws {KitError} `bad_input` for the first that is wrong
 */
function checkKeys(request, keys, optional = {}) {
  for (const [key, { test, what }] of Object.entries(keys)) {
    if (!Object.hasOwn(request, key)) throw new KitError('bad_input', `missing key "${key}"`);
    if (!test(request[key])) throw new KitError('bad_input', `${key} is not ${what}`);
  }
  for (const [key, { test, what }] of Object.entries(optional)) {
    request[key] ??= null;
    if (!test(request[key])) throw new KitError('bad_input', `${key} is not ${what}`);
  }
}

/** @type {(error: unknown) => {error: {kind: string, message: string}}} */
function errorReply(error) {
  const kind = error instanceof KitError ? error.kind : isUnsupported(error) ? 'unsupported' : 'failed';
  if (kind === 'failed') console.error(error);
  const message = messageOf(error).replace(/\s*[\r\n]+\s*/g, ' ');
  return { error: { kind, message } };
}

module.exports = { Conversation, checkKeys, isCount, isPositive, isText, isTextOrNull };
