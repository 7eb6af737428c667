import { DecodeError } from '../error.js';
import { at } from '../wire/input.js';
import { out } from '../wire/output.js';
import type { Decoder } from './decoder.js';
import type { Encoder } from './encoder.js';
import { Exact } from './exact.js';

/** Values of a container's block, one behind the other. */

/** Gives so many values to a function, which are all that the bytes hold; they share the limit of values without bytes. */
export function decodeBlock(decoder: Decoder, bytes: Uint8Array, count: number, take: (value: unknown) => void): void {
  const { limits } = decoder.settings;
  const { least } = decoder.read();
  if (count * least > bytes.length) {
    throw new DecodeError('end-of-input', `${count} values are due, ${bytes.length} bytes are there`, '', 0);
  }
  let left = limits.zeroWidth;
  if (least === 0 && count > left) {
    throw new DecodeError('limit-zero-width', `${count} values that take no bytes`, '', 0);
  }
  let start = 0;
  for (let index = 0; index < count; index++) {
    let value: unknown;
    at.z = left;
    try {
      value = decoder.fast()(bytes, start, limits.depth);
      left = at.z;
      start = at.p;
    } catch {
      const exact = new Exact(bytes, start, { ...limits, zeroWidth: left }, false);
      value = exact.value(decoder.read());
      left = exact.zeroWidth;
      start = exact.p;
    }
    take(value);
  }
  if (start !== bytes.length) {
    throw new DecodeError('block-size', `${bytes.length - start} bytes are left behind the values`, '', start);
  }
}

/**
 * Writes a value behind what is in a block already. A value that is none leaves it as it was. Gives how many values
 * without bytes that makes, itself at least; 0 where the schema has none.
 */
export function appendTo(block: { bytes: Uint8Array; length: number }, encoder: Encoder, value: unknown): number {
  let bytes: Uint8Array;
  if (out.busy) {
    bytes = encoder.encode(value);
  } else {
    out.busy = true;
    try {
      block.length = encoder.fast()(block.bytes, value, block.length, encoder.depth);
      // Not as Node's class: whose bytes a codec gets should not depend on their number.
      if (out.larger !== undefined) block.bytes = new Uint8Array(out.larger.buffer);
      return emptyOf(encoder);
    } catch {
      // The exact writer says what it was.
    } finally {
      out.busy = false;
      out.larger = undefined;
    }
    bytes = encoder.exact(value);
  }
  if (block.length + bytes.length > block.bytes.length) {
    const larger = new Uint8Array(2 * (block.length + bytes.length));
    larger.set(block.bytes.subarray(0, block.length));
    block.bytes = larger;
  }
  block.bytes.set(bytes, block.length);
  block.length += bytes.length;
  return emptyOf(encoder);
}

/** What was counted last. */
function emptyOf({ counter }: Encoder): number {
  return counter === undefined ? 0 : Math.max(counter.settings.limits.zeroWidth - at.z, 1);
}
