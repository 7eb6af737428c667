'use strict';

/** @import { Value } from './types' */

/**
 * Gives an object the content of another, keeping its identity where that leaves it as it would have been made: own
 * properties of records that have the same ones in the same order, items of arrays, bytes where the lengths are equal.
 * V8 keeps an object of which a property was deleted as a dictionary, and an array that was made longer by its `length`
 * as one with holes; both are slow for good, and would be timed so.
 *
 * @param {Value} old
 * @param {Value} fresh
 * @returns {Value} `old` with the new content, or `fresh` where that cannot be
 */
function replaceInPlace(old, fresh) {
  if (!isObject(old) || !isObject(fresh) || Object.isFrozen(old)) return fresh;
  if (Object.getPrototypeOf(old) !== Object.getPrototypeOf(fresh)) return fresh;
  if (old instanceof Uint8Array) {
    if (old.length !== fresh.length) return fresh;
    old.set(fresh);
    return old;
  }
  if (Array.isArray(old)) {
    old.length = 0;
    for (const item of fresh) old.push(item);
    return old;
  }
  return isBuiltIn(old) || !haveSameKeys(old, fresh) ? fresh : Object.assign(old, fresh);
}

/** @type {(one: Value, other: Value) => boolean} */
function haveSameKeys(one, other) {
  const keys = Object.keys(one);
  const others = Object.keys(other);
  return keys.length === others.length && !keys.includes('__proto__') && keys.every((key, i) => key === others[i]);
}

/** @type {(value: Value) => boolean} */
function isObject(value) {
  return value !== null && typeof value === 'object';
}

// A Map, a Date and the like hold their content outside their properties.
/** @type {(value: Value) => boolean} */
function isBuiltIn(value) {
  return Object.prototype.toString.call(value) !== '[object Object]';
}

module.exports = { replaceInPlace };
