'use strict';

const host = require('./host');

const MASK = (1n << 64n) - 1n;

/**
 * The splitmix64 generator.
 *
 * @param {number} seed its first state
 * @returns {() => bigint} draws of 64 bits
 */
function splitmix64(seed) {
  let state = BigInt.asUintN(64, BigInt(seed));
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  };
}

/**
 * An FNV-1a digest of 64 bits, kept as two halves of 32: BigInt arithmetic for every byte would be too slow.
 */
class Fnv1a {
  constructor() {
    this.high = 0xcbf29ce4;
    this.low = 0x84222325;
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {Fnv1a} itself
   */
  add(bytes) {
    let { high, low } = this;
    for (let i = 0; i < bytes.length; i++) {
      low = (low ^ bytes[i]) >>> 0;
      // The prime is 2^40 + 0x1b3; the product below stays under 2^53.
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    this.high = high;
    this.low = low;
    return this;
  }

  /** @returns {Uint8Array} eight bytes, most significant first */
  bytes() {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, this.high);
    view.setUint32(4, this.low);
    return new Uint8Array(view.buffer);
  }
}

/**
 * The digest of a batch's sampled outputs.
 *
 * @param {Uint8Array[]} outputs the bytes of each, in order
 * @returns {string} 16 lower-case hexadecimal digits
 */
function digestOutputs(outputs) {
  const batch = new Fnv1a();
  for (const output of outputs) batch.add(new Fnv1a().add(output).bytes());
  return host.toHex(batch.bytes());
}

module.exports = { splitmix64, digestOutputs };
