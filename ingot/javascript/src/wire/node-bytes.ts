import type { Bytes } from './bytes.js';

/** Makes a view of bytes. */
export interface ViewClass {
  new (memory: ArrayBuffer, start: number, size: number): Bytes;
  new (size: number): Bytes;
}

/** Node's class of bytes, with methods of its own, which need no view of a part; not there in browsers. */
interface NodeBuffer {
  prototype: {
    utf8Slice?: (this: Uint8Array, start: number, end: number) => string;
    utf8Write?: (this: Uint8Array, text: string, start: number, size: number) => number;
  };
  [Symbol.species]: ViewClass;
}

const { Buffer } = globalThis as unknown as { Buffer?: NodeBuffer };

export const nodeBytes = Buffer?.prototype;
/** The class itself: `Buffer.from` looks at what it is given first. */
export const BufferView = Buffer?.[Symbol.species];
/** For bytes of our own: Node's where it is, as most bytes are that others give. Code that meets two classes is slower. */
export const OwnView = BufferView ?? Uint8Array;
