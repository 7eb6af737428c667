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

export const decimal: LogicalType = {
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

export const bigDecimal: LogicalType = {
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

/** So many months, days and milliseconds, none of which says how many of another it is. */
export class Duration {
  constructor(
    readonly months: number,
    readonly days: number,
    readonly milliseconds: number,
  ) {}
}

const PARTS = ['months', 'days', 'milliseconds'] as const;

/** The three numbers that bytes are, each of 32 bits without a sign, the lowest first. */
export function partsOfDuration(base: Uint8Array): [months: number, days: number, milliseconds: number] {
  const view = new DataView(base.buffer, base.byteOffset, base.byteLength);
  return [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)];
}

export function bytesOfDuration(parts: Duration): Uint8Array {
  const view = new DataView(new ArrayBuffer(12));
  for (const [index, part] of PARTS.entries()) {
    const count = parts[part];
    if (!Number.isInteger(count) || count < 0 || count >= 2 ** 32) {
      throw new RangeError(`a duration has from 0 to ${2 ** 32 - 1} ${part}, not ${String(count)}`);
    }
    view.setUint32(4 * index, count, true);
  }
  return new Uint8Array(view.buffer);
}

const duration: LogicalType = {
  decode: (base: Uint8Array) => new Duration(...partsOfDuration(base)),
  encode: (value: Duration) => bytesOfDuration(value),
  is: (value) => value instanceof Duration,
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

/** Days are Dates at midnight in UTC. */
const date: LogicalType = {
  decode: (base: number) => dateOf(base * DAY),
  encode(value: Date) {
    const days = timeOf(value) / DAY;
    if (Number.isInteger(days)) return days;
    throw new RangeError(`${value.toISOString()} has a time of day: a date is a Date at midnight in UTC`);
  },
  is: isDate,
};

const timestampMillis: LogicalType = {
  decode: (base: number | bigint) => dateOf(Number(base)),
  encode: (value: Date) => timeOf(value),
  is: isDate,
};

/**
 * Values for the logical types that JavaScript has some for, without Temporal: Dates, {@link Decimal}s and
 * {@link Duration}s. No value of its own holds a time of day, a local time, or less than a millisecond: these are values
 * of the base type.
 */
export const LOGICAL_TYPES: Readonly<Record<string, LogicalType>> = {
  decimal,
  'big-decimal': bigDecimal,
  date,
  'timestamp-millis': timestampMillis,
  duration,
};
