'use strict';

/** @import { Convert, Value, Way } from './types' */

// How a store is to be used, as its adapter learns it.

const host = require('./host');

const DURABILITIES = ['D0', 'D1', 'D2', 'D3'];
const FORMS = ['raw', 'parsed'];
const COMMIT = 1000; // most documents of a commit in class D3

/** @type {Convert} */
const same = (document) => document;

class Setting {
  /**
   * @param {Way} way the key `store` of the request `load`
   */
  constructor({ key, durability, boundary: form }) {
    this.key = key;
    this.durability = durability;
    this.form = form;
    this.raw = form === 'raw';
    /** Whether what was acknowledged has to survive the end of the machine. */
    this.synced = durability === 'D2' || durability === 'D3';
    /**
     * A document to what a store keeps of it, which is JSON text, and back; nothing at all where it is raw.
     *
     * @type {Convert}
     */
    this.dump = this.raw ? same : JSON.stringify;
    /** @type {Convert} */
    this.load = this.raw ? same : JSON.parse;
    /** @type {Convert} a document as it is handed over to a plain value */
    this.parse = this.raw ? (document) => JSON.parse(host.toText(document)) : same;
  }

  /**
   * @param {Value} document parsed
   * @returns {string} its key: text, or the digits of a number
   */
  keyOf(document) {
    return String(document[this.key]);
  }

  /**
   * @template T
   * @param {T[]} items
   * @returns {Generator<T[]>} what goes into one commit each: 1,000 in class D3, else everything
   */
  *commits(items) {
    const size = this.durability === 'D3' ? COMMIT : Infinity;
    if (items.length <= size) yield items;
    else for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
  }
}

module.exports = { FORMS, DURABILITIES, Setting };
