import { DecodeError, messageOf, pathOf, type DataKind, type Step } from '../error.js';
import type { DataLimits } from '../limits.js';
import { nearestFloat } from '../wire/input.js';
import { readDouble, readFloat } from '../wire/reals.js';
import { untagged, type Read, type RecordRead } from './reading.js';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const replacing = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads step by step, and says what is wrong, in which part, at which byte. The fast readers leave to it what is out of
 * the ordinary; lenient reading is its own alone.
 */
export class Exact {
  p: number;
  private depth: number;
  /** How many more values without bytes there may be. */
  zeroWidth: number;
  readonly steps: Step[] = [];

  constructor(
    private readonly b: Uint8Array,
    start: number,
    limits: Pick<DataLimits, 'depth' | 'zeroWidth'>,
    private readonly lenient: boolean,
  ) {
    this.p = start;
    this.depth = limits.depth;
    this.zeroWidth = limits.zeroWidth;
  }

  value(read: Read): unknown {
    const start = this.p;
    let value = this.bare(read);
    const complaint = read.check?.(value, this.lenient);
    if (complaint !== undefined) throw this.fault(complaint[0], complaint[1], start);
    if (read.convert !== undefined) {
      try {
        value = read.convert(value);
      } catch (error) {
        if (this.lenient) return value;
        throw this.fault('logical-invalid', messageOf(error), start);
      }
    }
    return value;
  }

  private bare(read: Read): unknown {
    switch (read.op) {
      case 'null':
        return null;
      case 'boolean':
        return this.boolean();
      case 'int': {
        const value = this.int('an int');
        if (read.to === 'long' && read.big) return BigInt(value);
        return read.to === 'float' ? Math.fround(value) : value;
      }
      case 'long': {
        const wide = this.long('a long');
        const value = Number(wide);
        if (read.to === 'float') return nearestFloat(Number.isSafeInteger(value) ? value : wide);
        if (read.to === 'double') return value;
        return read.big || !Number.isSafeInteger(value) ? wide : value;
      }
      case 'float':
        return readFloat(this.b, this.take(4, 'a float'));
      case 'double':
        return readDouble(this.b, this.take(8, 'a double'));
      case 'string':
      case 'bytes': {
        const size = this.length();
        const start = this.take(size, 'bytes');
        if (read.text) return this.text(start, size, this.lenient && read.op === 'string');
        // What was a string for its writer has to be one, though its reader takes the bytes.
        if (read.op === 'string' && !this.lenient) this.text(start, size, false);
        return read.copy(this.b, start, size);
      }
      case 'fixed':
        return read.copy(this.b, this.take(read.size, 'a fixed'), read.size);
      case 'enum':
        return this.symbol(read.symbols);
      case 'array': {
        const items: unknown[] = [];
        this.blocks(read.items.least, this.lenient, () => {
          items.push(this.within({ item: items.length }, () => this.value(read.items)));
        });
        return items;
      }
      case 'map': {
        const map = Object.create(null) as Record<string, unknown>;
        this.blocks(read.values.least + 1, this.lenient, () => {
          const size = this.length();
          const key = this.text(this.take(size, 'a key'), size, false);
          map[key] = this.within({ key }, () => this.value(read.values));
        });
        return map;
      }
      case 'union': {
        const start = this.p;
        const branch = read.branches[this.index(read.branches.length, 'union-index', 'branch')]!;
        const inner = untagged(branch);
        if (inner.op === 'never') throw this.fault('resolution-datum', inner.message, start);
        return inner.op === 'union' ? this.deeper(() => this.value(branch)) : this.value(branch);
      }
      case 'tagged':
        return { [read.tag]: this.value(read.inner) };
      case 'record':
        return this.deeper(() => this.record(read));
      case 'never':
        throw this.fault('resolution-datum', read.message, this.p);
    }
  }

  private record(read: RecordRead): unknown {
    this.spend(read.empty, this.p);
    const values: unknown[] = new Array(read.names.length);
    for (const action of read.actions) {
      if (action.do === 'read') {
        values[action.into] = this.within({ field: action.from }, () => this.value(action.read));
      } else if (action.do === 'skip') {
        this.within({ field: action.from }, () => action.exact(this));
      } else {
        values[action.into] = defaultOf(action.read, action.bytes);
      }
    }
    return Object.fromEntries(read.names.map((name, index) => [name, values[index]]));
  }

  fault(kind: DataKind, message: string, offset: number): DecodeError {
    return new DecodeError(kind, message, pathOf(this.steps), offset);
  }

  within<T>(step: Step, read: () => T): T {
    this.steps.push(step);
    const value = read();
    this.steps.pop();
    return value;
  }

  deeper<T>(read: () => T): T {
    if (this.depth === 0) throw this.fault('limit-depth', 'values are nested too deeply', this.p);
    this.depth--;
    const value = read();
    this.depth++;
    return value;
  }

  blocks(least: number, lenient: boolean, item: () => void): void {
    this.deeper(() => {
      for (let block = this.block(least, lenient); block !== undefined; block = this.block(least, lenient)) {
        for (let left = block.count; left > 0; left--) item();
        if (block.end === undefined || block.end === this.p) continue;
        throw this.fault('block-size', `a block ends here, by its size at byte ${block.end}`, this.p);
      }
    });
  }

  /** The head of a block of items; nothing at the end of all. */
  block(least: number, lenient: boolean): { count: number; end?: number } | undefined {
    const start = this.p;
    let count = this.long('a count');
    if (count === 0n) return undefined;
    if (count === -(1n << 63n)) throw this.fault('count-invalid', `a count of ${count}`, start);
    const isSized = count < 0n;
    let size = 0n;
    if (isSized) {
      count = -count;
      size = this.long('a size');
      if (size < 0n) throw this.fault('block-size', `a block of ${size} bytes`, start);
      if (size > this.left) throw this.fault('end-of-input', `a block of ${size} bytes, ${this.left} are left`, start);
    }
    const due = count * BigInt(least);
    if (due > this.left) {
      throw this.fault('end-of-input', `${count} items are due, ${this.left} bytes are left`, start);
    }
    if (isSized && !lenient && due > size) throw this.fault('block-size', `${count} items in ${size} bytes`, start);
    if (least === 0) this.spend(Number(count), start);
    return { count: Number(count), ...(isSized && !lenient ? { end: this.p + Number(size) } : {}) };
  }

  /** So many values that may take no bytes. */
  spend(count: number, offset: number): void {
    this.zeroWidth -= count;
    if (this.zeroWidth >= 0) return;
    throw this.fault('limit-zero-width', `${count} values that take no bytes: more than the limit`, offset);
  }

  private get left(): number {
    return this.b.length - this.p;
  }

  /** The offset of the next bytes, which are passed over. */
  take(size: number, what: string): number {
    const start = this.p;
    if (size > this.left) throw this.fault('end-of-input', `the input ends within ${what}`, start);
    this.p += size;
    return start;
  }

  boolean(): boolean {
    const byte = this.b[this.take(1, 'a boolean')]!;
    if (byte > 1 && !this.lenient) {
      throw this.fault('boolean-invalid', `a boolean is the byte 0 or 1, not ${byte}`, this.p - 1);
    }
    return byte !== 0;
  }

  int(what: string): number {
    const start = this.p;
    const bits = this.bits(5, what);
    // 35 bits are read at most; an int has 32.
    if (bits > 0xffffffffn) throw this.fault('int-range', `${what} is beyond 32 bits`, start);
    const value = Number(bits);
    return (value >>> 1) ^ -(value & 1);
  }

  long(what: string): bigint {
    const bits = this.bits(10, what);
    return BigInt.asIntN(64, (bits >> 1n) ^ -(bits & 1n));
  }

  /** The groups of seven bits of an integer of at most so many bytes. */
  private bits(most: number, what: string): bigint {
    const start = this.p;
    let bits = 0n;
    let kind: DataKind = 'varint-invalid';
    for (let count = 0; count < 10; count++) {
      if (this.left === 0) throw this.fault('end-of-input', `the input ends within ${what}`, start);
      const byte = this.b[this.p++]!;
      bits |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte >= 0x80) continue;
      if (bits >> 64n !== 0n) throw this.fault(kind, `${what} has bits beyond 64`, start);
      if (count < most) return bits;
      // A long where an int is due: of five bytes and more, but a number.
      if (bits > 0xffffffffn) kind = 'int-range';
      break;
    }
    throw this.fault(kind, `${what} of more than ${most} bytes`, start);
  }

  length(): number {
    const start = this.p;
    const size = this.long('a length');
    if (size < 0n) throw this.fault('length-negative', `a length of ${size}`, start);
    if (size <= this.left) return Number(size);
    throw this.fault('end-of-input', `${size} bytes are due, ${this.left} are left`, start);
  }

  private text(start: number, size: number, lenient: boolean): string {
    try {
      // A copy: decoders of browsers take no memory that is shared, or may change its size.
      return (lenient ? replacing : strict).decode(this.b.slice(start, start + size));
    } catch {
      throw this.fault('utf8-invalid', 'a string that is not UTF-8', start);
    }
  }

  index(count: number, kind: 'enum-index' | 'union-index', what: string): number {
    const start = this.p;
    const index = this.int('an index');
    if (index >= 0 && index < count) return index;
    throw this.fault(kind, `${what} ${index} of ${count}`, start);
  }

  private symbol(symbols: readonly (string | undefined)[]): string {
    const start = this.p;
    const index = this.index(symbols.length, 'enum-index', 'symbol');
    const symbol = symbols[index];
    if (symbol !== undefined) return symbol;
    const message = `the reader's enum lacks the symbol ${index} of the writer's, and has no default`;
    throw this.fault('resolution-datum', message, start);
  }
}

/** A default's value, new each time, for who got it may change it. A default was checked when its schema was read. */
export function defaultOf(read: Read, bytes: Uint8Array, lenient = true): unknown {
  return new Exact(bytes, 0, { depth: Infinity, zeroWidth: Infinity }, lenient).value(read);
}
