import { DATA_LIMITS, type DataLimits } from '../limits.js';
import type { ArrayType, RecordType, Type } from '../schema/types.js';
import { Exact } from './exact.js';
import { skipExactly } from './skip.js';

/**
 * The order of two data of one type by their bytes: below 0 if the first comes first, 0 if they are alike. No more is
 * read than that takes.
 *
 * @throws DecodeError of the kind `order-undefined` where maps are to be compared
 */
export function compareData(type: Type, a: Uint8Array, b: Uint8Array, limits: DataLimits = DATA_LIMITS): number {
  return compare(type, new Cursor(a, limits), new Cursor(b, limits));
}

class Cursor extends Exact {
  constructor(
    readonly bytes: Uint8Array,
    limits: DataLimits,
  ) {
    super(bytes, 0, limits, false);
  }

  scalar(type: Type): unknown {
    return this.value({ op: type.type, to: type.type, big: false, text: true, least: 0 } as Parameters<
      Exact['value']
    >[0]);
  }

  run(): Uint8Array {
    return this.fixed(this.length());
  }

  fixed(size: number): Uint8Array {
    const start = this.take(size, 'a fixed');
    return this.bytes.subarray(start, start + size);
  }

  /** For each item of an array one step. */
  *items(least: number): Generator<void> {
    for (let block = this.block(least, false); block !== undefined; block = this.block(least, false)) {
      for (let left = block.count; left > 0; left--) yield;
    }
  }
}

function compare(type: Type, a: Cursor, b: Cursor): number {
  switch (type.type) {
    case 'null':
      return 0;
    case 'boolean':
    case 'int':
    case 'long': {
      const [one, other] = [a.scalar(type), b.scalar(type)] as [number, number];
      return one < other ? -1 : one > other ? 1 : 0;
    }
    case 'float':
    case 'double':
      return compareFloats(a.scalar(type) as number, b.scalar(type) as number);
    case 'string':
    case 'bytes':
      return compareBytes(a.run(), b.run());
    case 'fixed':
      return compareBytes(a.fixed(type.size), b.fixed(type.size));
    case 'enum': {
      const count = type.symbols.length;
      return a.index(count, 'enum-index', 'symbol') - b.index(count, 'enum-index', 'symbol');
    }
    case 'union': {
      const count = type.branches.length;
      const place = a.index(count, 'union-index', 'branch');
      const order = place - b.index(count, 'union-index', 'branch');
      return order === 0 ? compare(type.branches[place]!, a, b) : order;
    }
    case 'map':
      throw a.fault('order-undefined', 'maps have no order', a.p);
    case 'array':
      return a.deeper(() => b.deeper(() => compareArrays(type, a, b)));
    case 'record':
      return a.deeper(() => b.deeper(() => compareRecords(type, a, b)));
  }
}

function compareArrays(type: ArrayType, a: Cursor, b: Cursor): number {
  const [one, other] = [a.items(type.items.least), b.items(type.items.least)];
  for (;;) {
    const [left, right] = [one.next().done === true, other.next().done === true];
    if (left || right) return Number(right) - Number(left);
    const order = compare(type.items, a, b);
    if (order !== 0) return order;
  }
}

function compareRecords(type: RecordType, a: Cursor, b: Cursor): number {
  for (const one of [a, b]) one.spend(type.empty, one.p);
  for (const field of type.fields) {
    if (field.order === 'ignore') {
      skipExactly(a, field.type);
      skipExactly(b, field.type);
      continue;
    }
    const order = compare(field.type, a, b);
    if (order !== 0) return field.order === 'ascending' ? order : -order;
  }
  return 0;
}

/** -0 comes before 0, and NaN after all others. */
function compareFloats(a: number, b: number): number {
  const rank = (value: number): number => (Number.isNaN(value) ? 1 : Object.is(value, -0) ? -1 : 0);
  return a < b ? -1 : a > b ? 1 : rank(a) - rank(b);
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const size = Math.min(a.length, b.length);
  for (let index = 0; index < size; index++) {
    const order = a[index]! - b[index]!;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
