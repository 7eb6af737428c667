import { mostDigits } from '../schema/logical.js';
import { partsOf, type Type } from '../schema/types.js';
import { Sink, toUtf8 } from '../wire/sink.js';

/** The bytes of a value by chance, the same for the same seed. */
export function randomData(root: Type, seed: number): Uint8Array {
  const random = new Random(seed, flatness(root));
  random.value(root, 0);
  return random.out.taken();
}

/** Below this depth values get as flat as they can. */
const DEEP = 5;
const LETTERS = ['a', 'b', 'z', 'A', '0', ' ', '"', '\\', '\0', 'é', '€', '本', '🌍'];

class Random {
  readonly out = new Sink();
  private state: number;

  constructor(
    seed: number,
    private readonly flat: ReadonlyMap<Type, number>,
  ) {
    this.state = seed | 0;
  }

  value(type: Type, depth: number): void {
    const { out } = this;
    switch (type.type) {
      case 'null':
        return;
      case 'boolean':
        return out.byte(this.below(2));
      case 'int':
      case 'long':
        return out.long(this.integer(type));
      case 'float':
        return out.float(this.real());
      case 'double':
        return out.double(this.real());
      case 'string':
        return out.run(toUtf8(type.logical?.word === 'uuid' ? this.uuid() : this.text()));
      case 'bytes':
        return out.run(this.bytes(type));
      case 'fixed':
        return out.bytes(
          type.logical?.word === 'decimal' ? this.decimal(type.logical.precision, type.size) : this.some(type.size),
        );
      case 'enum':
        if (type.symbols.length === 0) throw new RangeError(`${type.name} has no values`);
        return out.long(this.below(type.symbols.length));
      case 'union': {
        const flattest = Math.min(...type.branches.map((branch) => this.flat.get(branch) ?? Infinity));
        const possible = type.branches.flatMap((branch, index) => {
          const height = this.flat.get(branch) ?? Infinity;
          return height === Infinity || (depth > DEEP && height > flattest) ? [] : [index];
        });
        if (possible.length === 0) throw new RangeError('the union has no values');
        const index = possible[this.below(possible.length)]!;
        out.long(index);
        return this.value(type.branches[index]!, depth + 1);
      }
      case 'array':
      case 'map': {
        const part = type.type === 'array' ? type.items : type.values;
        const count = depth > DEEP || this.flat.get(part) === undefined ? 0 : this.below(4);
        if (count > 0) out.long(count);
        for (let index = 0; index < count; index++) {
          if (type.type === 'map') out.run(toUtf8(`${this.text()}${index}`));
          this.value(part, depth + 1);
        }
        return out.byte(0);
      }
      case 'record':
        if (this.flat.get(type) === undefined) throw new RangeError(`${type.name} has no values`);
        for (const field of type.fields) this.value(field.type, depth + 1);
    }
  }

  /** Marsaglia's xorshift, after a step that a seed of zero needs. */
  private next(): number {
    this.state = (Math.imul(this.state, 0x5851f42d) + 0x14057b7f) | 0;
    let bits = this.state;
    bits ^= bits >>> 16;
    bits = Math.imul(bits, 0x45d9f3b);
    return (bits ^ (bits >>> 15)) >>> 0;
  }

  private below(count: number): number {
    return Math.floor((this.next() / 2 ** 32) * count);
  }

  /** Small ones often, and the ends. */
  private int(): number {
    const kind = this.below(8);
    if (kind === 0) return [-(2 ** 31), 2 ** 31 - 1, 0, -1][this.below(4)]!;
    return kind < 5 ? this.below(200) - 100 : this.next() | 0;
  }

  /** As long as a Date and values of Temporal hold: a hundred million days, either way. */
  private integer(type: Type): number | bigint {
    const word = type.logical?.word;
    if (word === 'time-millis') return this.below(86_400_000);
    if (word === 'time-micros') return this.below(86_400_000_000);
    if (type.type === 'int') return word === 'date' ? (this.int() << 5) >> 5 : this.int();
    const bits = word?.endsWith('millis') ? 53 : word?.endsWith('micros') ? 63 : 64;
    return BigInt.asIntN(bits, BigInt(this.wide()));
  }

  private wide(): number | bigint {
    const kind = this.below(4);
    if (kind === 0) return (BigInt(this.next()) << 32n) | BigInt(this.next());
    if (kind === 1) return [2 ** 53 - 1, 2n ** 53n, -(2n ** 63n), 2n ** 63n - 1n][this.below(4)]!;
    return this.int();
  }

  private real(): number {
    const kind = this.below(6);
    if (kind === 0) return [0, -0, Infinity, -Infinity, NaN, 1e-40][this.below(6)]!;
    return kind < 3 ? this.int() : Math.fround((this.next() - 2 ** 31) / 2 ** this.below(40));
  }

  private text(): string {
    return Array.from(
      { length: this.below(this.below(10) === 0 ? 100 : 12) },
      () => LETTERS[this.below(LETTERS.length)],
    ).join('');
  }

  private some(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.below(256));
  }

  private uuid(): string {
    return [8, 4, 4, 4, 12]
      .map((size) => Array.from({ length: size }, () => this.below(16).toString(16)).join(''))
      .join('-');
  }

  private bytes(type: Type): Uint8Array {
    if (type.logical?.word === 'decimal') return this.decimal(type.logical.precision, undefined);
    if (type.logical?.word !== 'big-decimal') return this.some(this.below(20));
    const sink = new Sink();
    sink.run(this.some(1 + this.below(8)));
    sink.long(this.below(20) - 5);
    return sink.taken();
  }

  /** A number of at most so many digits, in as many bytes as a fixed has, or few. */
  private decimal(precision: number, size: number | undefined): Uint8Array {
    let few = 1;
    // The largest number of so many bytes has a digit more than any number of them can have.
    while (few < 8 && mostDigits(few + 1) < precision) few++;
    const most = mostDigits(few) < precision ? few : 0;
    const short = most === 0 ? Uint8Array.of(this.below(10)) : this.some(1 + this.below(most));
    if (size === undefined) return short;
    const whole = new Uint8Array(size).fill(short[0]! > 0x7f ? 0xff : 0);
    const kept = short.subarray(Math.max(short.length - size, 0));
    whole.set(kept, size - kept.length);
    return whole;
  }
}

/** How deeply the flattest values of each type are nested; types without values are not there. */
function flatness(root: Type): ReadonlyMap<Type, number> {
  const all = new Set<Type>([root]);
  for (const type of all) for (const part of partsOf(type)) all.add(part);
  const known = new Map<Type, number>();
  for (let height = 0, changed = true; changed; height++) {
    changed = false;
    const found: Type[] = [];
    for (const type of all) {
      if (known.has(type)) continue;
      const parts = partsOf(type);
      const fits =
        type.type === 'union'
          ? parts.some((part) => known.has(part))
          : type.type !== 'record' || parts.every((part) => known.has(part));
      if (fits) found.push(type);
    }
    for (const type of found) known.set(type, height);
    changed = found.length > 0;
  }
  return known;
}
