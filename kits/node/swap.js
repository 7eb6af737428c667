'use strict';

/**
 * Gives an object the content of another, keeping its identity where its type allows: own properties of records,
 * items of arrays, bytes where the lengths are equal.
 *
 * @param {*} old
 * @param {*} fresh
 * @returns {*} `old` with the new content, or `fresh` where that cannot be
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
    old.length = fresh.length;
    for (let i = 0; i < fresh.length; i++) old[i] = fresh[i];
    return old;
  }
  return isBuiltIn(old) || Object.hasOwn(fresh, '__proto__') ? fresh : replaceProperties(old, fresh);
}

function replaceProperties(old, fresh) {
  for (const key of Object.keys(old)) {
    if (!Object.hasOwn(fresh, key)) delete old[key];
  }
  for (const key of Object.keys(fresh)) old[key] = fresh[key];
  return old;
}

function isObject(value) {
  return value !== null && typeof value === 'object';
}

// A Map, a Date and the like hold their content outside their properties.
function isBuiltIn(value) {
  return Object.prototype.toString.call(value) !== '[object Object]';
}

module.exports = { replaceInPlace };
