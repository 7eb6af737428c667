'use strict';

/**
 * An error that a reply can carry: its `kind` is `unsupported`, `bad_input` or `failed`.
 */
class KitError extends Error {
  /**
   * @param {string} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/**
 * A value that does not fit its schema type. The path to it grows from the inside outwards while the error passes
 * through the enclosing arrays, maps and records.
 */
class ValueError extends Error {
  /**
   * @param {string} message what was expected and what was found
   */
  constructor(message) {
    super(message);
    this.path = '';
  }

  /**
   * @param {string} step the way from the enclosing value, such as `.age` or `[3]`
   * @returns {ValueError} itself, to be thrown again
   */
  within(step) {
    this.path = step + this.path;
    return this;
  }
}

/**
 * @param {*} error whatever was thrown
 * @returns {string} its message, after the path of the value where it is a ValueError
 */
function messageOf(error) {
  const message = String(error?.message ?? error);
  return error instanceof ValueError && error.path ? `${error.path.replace(/^\./, '')}: ${message}` : message;
}

/**
 * @param {number} index a record's number
 * @param {*} error whatever was thrown over it
 * @returns {string}
 */
function inRecord(index, error) {
  return `record ${index}: ${messageOf(error)}`;
}

/**
 * @param {*} error whatever was thrown, by an adapter perhaps
 * @returns {boolean} whether it says that the contestant cannot do what was asked
 */
function isUnsupported(error) {
  return error?.kind === 'unsupported';
}

module.exports = { KitError, ValueError, inRecord, isUnsupported, messageOf };
