import type { Writer } from '../engine/engine.js';
import { EncodeError, type DecodeError } from '../error.js';
import { viewOf, type Settings } from '../options.js';
import type { Type } from '../schema/types.js';
import { bytesOf, checkOffset, type Bytes } from '../wire/bytes.js';
import { OwnView, type ViewClass } from '../wire/node-bytes.js';
import { out as shared } from '../wire/output.js';
import type { Decoder } from './decoder.js';
import { ExactWriter } from './exact-write.js';

/** A module's own name is read faster than one of another module. */
const out = shared;

/** Bytes of many small data lie in one piece of memory, as Node's do: each is a view of its own part. */
const SLAB_BYTES = 32 * 1024;

/** What is left may be too little for the next one; then that begins a new piece. Writers ask for more than they need. */
const SPARE_BYTES = 2048;

let memory: ArrayBuffer;
let slab: Uint8Array;
let used: number;
nextSlab();

function nextSlab(): void {
  memory = new ArrayBuffer(SLAB_BYTES);
  slab = new OwnView(memory, 0, SLAB_BYTES);
  used = 0;
}

/** Writes values by a schema: with a fast writer, and what that leaves with the exact one. */
export class Encoder {
  /** Made when it is used first. A call site of V8 that has seen two functions is slow for good. */
  private made: Writer | undefined;
  readonly depth: number;
  /** How many values the exact writer had to write. */
  exactly = 0;
  private readonly View: ViewClass;

  constructor(
    private readonly root: Type,
    private readonly make: () => Writer,
    private readonly settings: Settings,
    /** Reads what was written, where values may take no bytes: so many of them are refused as readers refuse. */
    readonly counter: Decoder | undefined,
  ) {
    this.depth = settings.limits.depth;
    this.View = viewOf(settings);
  }

  fast(): Writer {
    return (this.made ??= this.counting(this.make()));
  }

  private counting(write: Writer): Writer {
    const { counter } = this;
    if (counter === undefined) return write;
    return (b, value, p, depth) => {
      const end = write(b, value, p, depth);
      counter.decodeAt(out.larger ?? b, p);
      return end;
    };
  }

  encode(value: unknown): Bytes {
    // Another value is being written, of which a getter or a logical type asks for this one.
    if (out.busy) return this.exact(value);
    const start = used;
    out.busy = true;
    let end: number;
    try {
      end = (this.made ?? this.fast())(slab, value, start, this.depth);
    } catch {
      return this.left(value);
    }
    // The memory may have been taken away while it was written.
    if (slab.length === 0) return this.left(value);
    out.busy = false;
    const { larger } = out;
    if (larger !== undefined) {
      out.larger = undefined;
      // The next one may be as long.
      if (start > 0) nextSlab();
      return this.own(larger.subarray(start, end));
    }
    // Made here: within a try V8 takes half as long again for a Buffer.
    const bytes = new this.View(memory, start, end - start);
    if (end > SLAB_BYTES - SPARE_BYTES) nextSlab();
    else used = end;
    return bytes;
  }

  /** Writes into bytes of the caller's, and gives the offset behind the value. */
  encodeInto(value: unknown, target: Uint8Array, offset: number): number {
    target = bytesOf(target);
    checkOffset(offset, target);
    if (out.busy) return this.placed(this.exact(value), target, offset);
    out.busy = true;
    let end: number;
    try {
      end = (this.made ?? this.fast())(target, value, offset, this.depth);
    } catch {
      return this.placed(this.left(value), target, offset);
    }
    out.busy = false;
    const { larger } = out;
    if (larger === undefined) return end;
    // A writer asks for room for the longest that a part can be.
    out.larger = undefined;
    return this.placed(larger.subarray(offset, end), target, offset);
  }

  private placed(bytes: Uint8Array, target: Uint8Array, offset: number): number {
    const room = target.length - offset;
    if (bytes.length > room) throw new RangeError(`the value takes ${bytes.length} bytes, there is room for ${room}`);
    target.set(bytes, offset);
    return offset + bytes.length;
  }

  /** A copy in memory of its own, of the class that the settings ask for. */
  own(bytes: Uint8Array): Bytes {
    const copy = new this.View(bytes.length);
    copy.set(bytes);
    return copy;
  }

  /** What the fast writer left. */
  private left(value: unknown): Bytes {
    out.busy = false;
    out.larger = undefined;
    // Who transfers bytes takes the memory with them: there is none to write into.
    if (slab.length === 0) nextSlab();
    return this.exact(value);
  }

  exact(value: unknown): Bytes {
    this.exactly++;
    const writer = new ExactWriter(this.settings);
    writer.value(this.root, value);
    const bytes = writer.out.bytesSoFar();
    try {
      this.counter?.decodeAt(bytes, 0);
    } catch (error) {
      const { kind, reason, path } = error as DecodeError;
      throw new EncodeError(kind, reason, path);
    }
    return this.own(bytes);
  }
}
