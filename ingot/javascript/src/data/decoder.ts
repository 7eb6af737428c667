import { DecodeError } from '../error.js';
import type { Reader } from '../engine/engine.js';
import type { Settings } from '../options.js';
import { bytesOf, checkOffset } from '../wire/bytes.js';
import { at as shared } from '../wire/input.js';
import { Exact } from './exact.js';
import type { Read } from './reading.js';

/** A module's own name is read faster than one of another module. */
const at = shared;

export interface DecodeOptions {
  /** Reads, besides, what some libraries write: odd booleans, text that is not UTF-8, bytes behind the datum. */
  lenient?: boolean;
}

/** Reads data by a plan: with a fast reader, and what that leaves with the exact one. */
export class Decoder {
  /** Made when it is used first. A call site of V8 that has seen two functions is slow for good. */
  private made: Reader | undefined;
  private readonly depth: number;
  private readonly zeroWidth: number;
  /** How many data the exact reader had to read: right ones among them are those that are out of the ordinary. */
  exactly = 0;

  constructor(
    readonly read: () => Read,
    private readonly make: () => Reader,
    readonly settings: Settings,
  ) {
    ({ depth: this.depth, zeroWidth: this.zeroWidth } = settings.limits);
  }

  fast(): Reader {
    return (this.made ??= this.make());
  }

  /** The only datum of the bytes. */
  decode(bytes: Uint8Array, options?: DecodeOptions): unknown {
    if (options?.lenient !== true) {
      at.z = this.zeroWidth;
      try {
        const value = (this.made ?? this.fast())(bytes, 0, this.depth);
        // Asked before, it would cost a twentieth of small data.
        if (at.p === bytes.length && bytes instanceof Uint8Array) return value;
      } catch {
        // The exact reader says what it was.
      }
    }
    bytes = bytesOf(bytes);
    const { value, end } = this.exact(bytes, 0, options);
    if (end < bytes.length && options?.lenient !== true) {
      throw new DecodeError('bytes-left', `${bytes.length - end} bytes are left behind the datum`, '', end);
    }
    return value;
  }

  /** The datum that begins at an offset, and where it ends. */
  decodeAt(bytes: Uint8Array, start: number, options?: DecodeOptions): { value: unknown; end: number } {
    bytes = bytesOf(bytes);
    checkOffset(start, bytes);
    if (options?.lenient !== true) {
      at.z = this.zeroWidth;
      try {
        const value = (this.made ?? this.fast())(bytes, start, this.depth);
        if (at.p <= bytes.length) return { value, end: at.p };
      } catch {
        // The exact reader says what it was.
      }
    }
    return this.exact(bytes, start, options);
  }

  /** All data of the bytes, one behind the other. */
  decodeMany(bytes: Uint8Array, options?: DecodeOptions): unknown[] {
    const values: unknown[] = [];
    bytes = bytesOf(bytes);
    for (let start = 0; start < bytes.length;) {
      const { value, end } = this.decodeAt(bytes, start, options);
      if (end === start) throw new DecodeError('bytes-left', 'data without bytes, and bytes behind them', '', start);
      values.push(value);
      start = end;
    }
    return values;
  }

  private exact(bytes: Uint8Array, start: number, options?: DecodeOptions): { value: unknown; end: number } {
    this.exactly++;
    const exact = new Exact(bytes, start, this.settings.limits, options?.lenient === true);
    const value = exact.value(this.read());
    at.z = exact.zeroWidth;
    return { value, end: exact.p };
  }
}
