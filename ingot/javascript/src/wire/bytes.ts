/**
 * Bytes in memory of this package's own, which is no SharedArrayBuffer: `Uint8Array<ArrayBuffer>` since TypeScript 5.7,
 * as Blobs, sockets and `crypto.subtle` want it, and `Uint8Array` before, where that takes no argument.
 */
export type Bytes = ReturnType<Uint8Array['slice']>;

/** What counts as bytes: also those of another realm, which are no instance of this one's class, but nothing that only looks like them. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value instanceof Uint8Array || tagOf(value) === '[object Uint8Array]');
}

/** What the language itself says that a value is. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value);
}

/** Bytes as they may be given: anything else has none, and would be read as zeros or as numbers of its own. */
export function bytesOf(bytes: unknown): Uint8Array {
  if (bytes instanceof Uint8Array) return bytes;
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagOf(bytes).endsWith('ArrayBuffer]')) return new Uint8Array(bytes as ArrayBuffer);
  throw new TypeError('bytes have to be a Uint8Array or an ArrayBuffer');
}

/** Refuses an offset that is not within bytes, or at their end. */
export function checkOffset(offset: number, bytes: Uint8Array): void {
  if (Number.isInteger(offset) && offset >= 0 && offset <= bytes.length) return;
  throw new RangeError(`an offset ${offset} in ${bytes.length} bytes`);
}
