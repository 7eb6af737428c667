import type { Writer } from '../engine/engine.js';
import type { Settings } from '../options.js';
import type { Type } from '../schema/types.js';
import { out } from '../wire/output.js';
import { ExactWriter } from './exact-write.js';

/** Bytes of many small data lie in one piece of memory, as Node's do: each is a view of its own part. */
const SLAB_BYTES = 32 * 1024;

let slab: Uint8Array<ArrayBuffer> | undefined;
let used = 0;

/** Writes values by a schema: with a fast writer, and what that leaves with the exact one. */
export class Encoder {
  private fast: Writer | undefined;
  /** How many values the exact writer had to write. */
  exactly = 0;

  constructor(
    private readonly root: Type,
    private readonly make: () => Writer,
    private readonly settings: Settings,
  ) {}

  encode(value: unknown): Uint8Array {
    const fast = (this.fast ??= this.make());
    // A value's getters may encode, too: while this one writes, the memory is its own.
    const mine = slab ?? new Uint8Array(SLAB_BYTES);
    const start = slab === undefined ? 0 : used;
    const before = out.b;
    slab = undefined;
    out.b = mine;
    let end: number;
    try {
      end = fast(value, start, this.settings.limits.depth);
    } catch {
      out.b = before;
      return this.exact(value);
    }
    const b = out.b;
    out.b = before;
    if (b !== mine) return b.slice(start, end);
    // What is left may be too little for the next one; then that begins a new piece.
    if (SLAB_BYTES - end > 1024) {
      slab = mine;
      used = end;
    }
    return new Uint8Array(mine.buffer, start, end - start);
  }

  /** Writes into bytes of the caller's, and gives the offset behind the value. */
  encodeInto(value: unknown, target: Uint8Array, offset: number): number {
    const fast = (this.fast ??= this.make());
    const before = out.b;
    out.b = target;
    let end: number;
    try {
      end = fast(value, offset, this.settings.limits.depth);
    } catch {
      out.b = before;
      const bytes = this.exact(value);
      return this.placed(bytes, target, offset);
    }
    const b = out.b;
    out.b = before;
    // A writer asks for room for the longest that a part can be.
    return b === target ? end : this.placed(b.subarray(offset, end), target, offset);
  }

  private placed(bytes: Uint8Array, target: Uint8Array, offset: number): number {
    const room = target.length - offset;
    if (bytes.length > room) throw new RangeError(`the value takes ${bytes.length} bytes, there is room for ${room}`);
    target.set(bytes, offset);
    return offset + bytes.length;
  }

  private exact(value: unknown): Uint8Array {
    this.exactly++;
    const writer = new ExactWriter(this.settings);
    writer.value(this.root, value);
    return writer.out.taken();
  }
}
