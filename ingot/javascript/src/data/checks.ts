import type { DataKind } from '../error.js';
import type { DataLimits } from '../limits.js';
import type { Logical } from '../schema/logical.js';
import { at, readInt, readLength, shortInt } from '../wire/input.js';

/** Why a value is none of its logical type. */
export type Complaint = readonly [kind: DataKind, message: string];

/** What a logical type asks of a value of its base type; nothing if that is any. */
export type Check = (value: unknown, lenient: boolean) => Complaint | undefined;

export function checkOf(logical: Logical | undefined, limits: DataLimits): Check | undefined {
  switch (logical?.word) {
    case 'time-millis':
      return timeWithin(86_400_000);
    case 'time-micros':
      return timeWithin(86_400_000_000);
    case 'uuid':
      return uuid;
    case 'decimal':
      return (value, lenient) => decimal(value as Uint8Array, logical.precision, limits, lenient);
    case 'big-decimal':
      return (value) => bigDecimal(value as Uint8Array, limits);
    default:
      return undefined;
  }
}

function timeWithin(day: number): Check {
  return (value, lenient) => {
    const time = value as number | bigint;
    return lenient || (time >= 0 && time < day)
      ? undefined
      : ['logical-invalid', 'a time of day is from 0 to less than 24 hours'];
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function uuid(value: unknown, lenient: boolean): Complaint | undefined {
  // A uuid in a fixed is any bytes.
  if (lenient || typeof value !== 'string' || UUID.test(value)) return undefined;
  return ['logical-invalid', 'a uuid has 8, 4, 4, 4 and 12 hexadecimal digits, with hyphens'];
}

function tooLong(bytes: Uint8Array, limits: DataLimits): Complaint | undefined {
  const most = limits.decimalBytes;
  return bytes.length > most
    ? ['limit-decimal', `a decimal of ${bytes.length} bytes, the limit is ${most}`]
    : undefined;
}

function decimal(bytes: Uint8Array, precision: number, limits: DataLimits, lenient: boolean): Complaint | undefined {
  const long = tooLong(bytes, limits);
  if (long !== undefined || lenient) return long;
  if (bytes.length === 0) return ['logical-invalid', 'a decimal without bytes is no number'];
  // So many digits hold any number of so few bytes: log₁₀ 256 is below 2.41.
  if (bytes.length * 2.41 <= precision) return undefined;
  const value = unscaledOf(bytes);
  return String(value < 0n ? -value : value).length <= precision
    ? undefined
    : ['logical-invalid', 'a decimal has more digits than its precision'];
}

/** The number that bytes are in two's complement, the highest first. */
export function unscaledOf(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  let digits = '0x';
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0');
  return BigInt.asIntN(8 * bytes.length, BigInt(digits));
}

function bigDecimal(bytes: Uint8Array, limits: DataLimits): Complaint | undefined {
  const long = tooLong(bytes, limits);
  if (long !== undefined) return long;
  const scale = bigScaleOf(bytes);
  if (scale === undefined) return ['logical-invalid', 'a big decimal is a number in bytes and its scale'];
  const most = limits.bigDecimalScale;
  if (Math.abs(scale) <= most) return undefined;
  return ['limit-decimal', `a big decimal of scale ${scale}, the limit is ${most}`];
}

/** The scale of a big decimal; nothing if the bytes are none. */
function bigScaleOf(bytes: Uint8Array): number | undefined {
  const before = at.p;
  try {
    const size = readLength(bytes, 0);
    const behind = at.p + size;
    if (size === 0 || behind >= bytes.length) return undefined;
    const scale = bytes[behind]! < 0x80 ? shortInt(bytes, behind) : readInt(bytes, behind);
    return at.p === bytes.length ? scale : undefined;
  } catch {
    return undefined;
  } finally {
    at.p = before;
  }
}

/** The number and the scale of a big decimal that was checked. */
export function bigDecimalOf(bytes: Uint8Array): { unscaled: bigint; scale: number } {
  const scale = bigScaleOf(bytes) ?? 0;
  const before = at.p;
  const size = readLength(bytes, 0);
  const start = at.p;
  at.p = before;
  return { unscaled: unscaledOf(bytes.subarray(start, start + size)), scale };
}
