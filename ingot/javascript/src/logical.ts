import { bigDecimalOf, unscaledOf } from './data/checks.js';
import type { LogicalType } from './options.js';
import type { Logical } from './schema/logical.js';
import { Sink } from './wire/sink.js';

/** A number with so many digits behind the point, exactly. */
export class Decimal {
  constructor(
    /** The number without its point. */
    readonly unscaled: bigint,
    /** How many digits are behind the point; below zero, how many zeros are left off. */
    readonly scale: number,
  ) {}

  /** The decimal of a text such as `-12.50`. */
  static of(text: string): Decimal {
    const found = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text);
    if (found === null) throw new RangeError(`${JSON.stringify(text.slice(0, 40))} is no decimal`);
    const [, sign, whole, fraction = ''] = found;
    const size = BigInt(whole! + fraction);
    return new Decimal(sign === '-' ? -size : size, fraction.length);
  }

  toString(): string {
    const sign = this.unscaled < 0n ? '-' : '';
    const digits = String(this.unscaled < 0n ? -this.unscaled : this.unscaled);
    if (this.scale <= 0) return sign + (this.unscaled === 0n ? '0' : digits + '0'.repeat(-this.scale));
    const padded = digits.padStart(this.scale + 1, '0');
    return `${sign}${padded.slice(0, -this.scale)}.${padded.slice(-this.scale)}`;
  }

  /** The same number with another scale. @throws RangeError if that would round it */
  rescaled(scale: number): Decimal {
    if (scale >= this.scale) return new Decimal(this.unscaled * 10n ** BigInt(scale - this.scale), scale);
    const factor = 10n ** BigInt(this.scale - scale);
    if (this.unscaled % factor !== 0n) throw new RangeError(`${this} has more than ${scale} digits behind the point`);
    return new Decimal(this.unscaled / factor, scale);
  }
}

/** Bytes in two's complement, as few as do. */
function twosComplement(value: bigint): Uint8Array {
  let size = 1;
  while (BigInt.asIntN(8 * size, value) !== value) size++;
  const digits = BigInt.asUintN(8 * size, value)
    .toString(16)
    .padStart(2 * size, '0');
  return Uint8Array.from({ length: size }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

const decimal: LogicalType = {
  decode: (base: Uint8Array, logical) =>
    new Decimal(unscaledOf(base), (logical as Logical & { word: 'decimal' }).scale),
  encode(value: Decimal, logical, size) {
    const { scale, precision } = logical as Logical & { word: 'decimal' };
    const { unscaled } = value.rescaled(scale);
    if (String(unscaled < 0n ? -unscaled : unscaled).length > precision) {
      throw new RangeError(`${value} has more than ${precision} digits`);
    }
    const bytes = twosComplement(unscaled);
    if (size === undefined) return bytes;
    const whole = new Uint8Array(size).fill(unscaled < 0n ? 0xff : 0);
    whole.set(bytes, size - bytes.length);
    return whole;
  },
  is: (value) => value instanceof Decimal,
};

const bigDecimal: LogicalType = {
  decode(base: Uint8Array) {
    const { unscaled, scale } = bigDecimalOf(base);
    return new Decimal(unscaled, scale);
  },
  encode(value: Decimal) {
    const sink = new Sink();
    sink.run(twosComplement(value.unscaled));
    sink.long(value.scale);
    return sink.taken();
  },
  is: (value) => value instanceof Decimal,
};

const DAY = 86_400_000;

/** A Date of a whole number of milliseconds. A Date holds a hundred million days either way. */
function dateOf(millis: number): Date {
  const date = new Date(millis);
  if (Number.isNaN(date.getTime())) throw new RangeError('beyond what a Date holds');
  return date;
}

function timeOf(date: Date): number {
  const time = date.getTime();
  if (Number.isNaN(time)) throw new RangeError('a Date that is none');
  return time;
}

const isDate = (value: unknown): boolean => value instanceof Date;

const date: LogicalType = {
  decode: (base: number) => dateOf(base * DAY),
  encode: (value: Date) => Math.floor(timeOf(value) / DAY),
  is: isDate,
};

const timestampMillis: LogicalType = {
  decode: (base: number | bigint) => dateOf(Number(base)),
  encode: (value: Date) => timeOf(value),
  is: isDate,
};

/** What Temporal has, where the runtime has it. */
interface TemporalLike {
  Instant: { new (nanoseconds: bigint): { epochNanoseconds: bigint }; prototype: object };
}

const temporal = (globalThis as { Temporal?: TemporalLike }).Temporal;

/** Instants of Temporal, from and to units of so many nanoseconds. */
function instant(unit: bigint): LogicalType {
  return {
    decode: (base: number | bigint) => new temporal!.Instant(BigInt(base) * unit),
    encode(value: { epochNanoseconds: bigint }) {
      const { epochNanoseconds: nanos } = value;
      const floor = nanos >= 0n ? nanos / unit : -((-nanos + unit - 1n) / unit);
      return Number.isSafeInteger(Number(floor)) ? Number(floor) : floor;
    },
    is: (value) => value instanceof temporal!.Instant,
  };
}

/** Values for logical types that JavaScript has some for: Dates, and {@link Decimal}s. */
export const LOGICAL_TYPES: Readonly<Record<string, LogicalType>> = {
  decimal,
  'big-decimal': bigDecimal,
  date,
  'timestamp-millis': timestampMillis,
};

/** The same with instants of Temporal in the place of Dates, where the runtime has it; nothing where it does not. */
export const TEMPORAL_TYPES: Readonly<Record<string, LogicalType>> | undefined =
  temporal === undefined
    ? undefined
    : {
        decimal,
        'big-decimal': bigDecimal,
        'timestamp-millis': instant(1_000_000n),
        'timestamp-micros': instant(1000n),
        'timestamp-nanos': instant(1n),
      };
