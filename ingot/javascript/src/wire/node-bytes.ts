/** Node's own methods of bytes, which need no view of a part; not there in browsers. */
interface NodeBytes {
  utf8Slice?: (this: Uint8Array, start: number, end: number) => string;
  utf8Write?: (this: Uint8Array, text: string, start: number, size: number) => number;
}

export const nodeBytes = (globalThis as { Buffer?: { prototype: NodeBytes } }).Buffer?.prototype;
