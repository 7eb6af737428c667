import { mostDigits } from '../schema/logical.js';
import { hasEnd } from '../schema/measure.js';
import { partsOf, type Type } from '../schema/types.js';
import { Sink, toUtf8 } from '../wire/sink.js';

/** The bytes of a value by chance, the same for the same seed. */
export function randomData(root: Type, seed: number): Uint8Array {
  const flat = flattest(root);
  const { weight } = flat.get(root) ?? NONE;
  if (weight > MOST) throw new RangeError(`the schema has no values, or none of up to ${MOST} parts`);
  const random = new Random(seed, flat, MOST - weight);
  random.value(root, 0);
  return random.out.taken();
}

/** Below this depth values get as flat as they can. */
const DEEP = 5;
/** How many parts a value may have: a short schema may ask for any number. Of a fixed, 16 bytes are one more. */
const MOST = 1 << 16;
/** How deeply the flattest value of a type may be nested: with what is above it within the limit of readers. */
const MOST_HEIGHT = 90;
const LETTERS = [...'abzA0 "\\\0é€本🌍'];

class Random {
  readonly out = new Sink();
  private state: number;

  constructor(
    seed: number,
    private readonly flat: ReadonlyMap<Type, Flat>,
    /** How many more parts the value may have than its flattest one. */
    private spare: number,
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
        return out.long(this.below(type.symbols.length));
      case 'union': {
        const { branches } = type;
        const flattest = this.flat.get(type)!;
        let index = this.below(branches.length);
        const { height, weight } = this.flat.get(branches[index]!) ?? NONE;
        const spare = this.spare + flattest.weight - 1 - weight;
        if (spare < 0 || (depth > DEEP && height >= flattest.height)) ({ index } = flattest);
        else this.spare = spare;
        out.long(index);
        return this.value(branches[index]!, depth + 1);
      }
      case 'array':
      case 'map': {
        const part = type.type === 'array' ? type.items : type.values;
        const { weight } = this.flat.get(part) ?? NONE;
        const count = depth > DEEP ? 0 : Math.min(this.below(4), Math.floor(this.spare / weight));
        this.spare -= count * weight;
        if (count > 0) out.long(count);
        for (let index = 0; index < count; index++) {
          if (type.type === 'map') out.run(toUtf8(`${this.text()}${index}`));
          this.value(part, depth + 1);
        }
        return out.byte(0);
      }
      case 'record':
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
    return '00000000-0000-0000-0000-000000000000'.replace(/0/g, () => this.below(16).toString(16));
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

/** The flattest value of a type: how deeply it is nested, how many parts it has, and of a union which branch it is. */
interface Flat {
  height: number;
  weight: number;
  index: number;
}

const NONE: Flat = { height: 0, weight: 2 ** 32, index: 0 };

/** Those of all types; the types without values, or with none of few parts, are not there. */
function flattest(root: Type): ReadonlyMap<Type, Flat> {
  const all = new Set([root]);
  for (const type of all) for (const part of partsOf(type)) all.add(part);
  const flat = new Map<Type, Flat>();
  hasEnd([...all], (type) => {
    const made = { height: 0, weight: 1, index: 0 };
    let parts: Flat[] = [];
    if (type.type === 'union' || type.type === 'record') parts = partsOf(type).map((part) => flat.get(part) ?? NONE);
    if (type.type === 'union') {
      for (const [index, { weight }] of parts.entries()) if (weight < parts[made.index]!.weight) made.index = index;
      parts = [parts[made.index]!];
    }
    if (type.type === 'enum' && type.symbols.length === 0) parts = [NONE];
    if (type.type === 'fixed') made.weight += type.size >> 4;
    for (const { height, weight } of parts) {
      made.height = Math.max(made.height, height + 1);
      made.weight += weight;
    }
    const isFew = made.weight <= MOST && made.height < MOST_HEIGHT;
    if (isFew) flat.set(type, made);
    return isFew;
  });
  return flat;
}
