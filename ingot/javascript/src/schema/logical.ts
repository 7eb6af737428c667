import { shown } from '../error.js';
import { integerOf } from '../json/number.js';
import { called, member, type Json, type Member } from '../json/value.js';

/** What values of a type stand for. */
export type Logical =
  { readonly word: 'decimal'; readonly precision: number; readonly scale: number } | { readonly word: LogicalWord };

export type LogicalWord =
  | 'big-decimal'
  | 'uuid'
  | 'date'
  | 'time-millis'
  | 'time-micros'
  | 'timestamp-millis'
  | 'timestamp-micros'
  | 'timestamp-nanos'
  | 'local-timestamp-millis'
  | 'local-timestamp-micros'
  | 'local-timestamp-nanos'
  | 'duration';

/** A logical type that the specification does not know. It counts only where values of it are asked for. */
export interface CustomLogical {
  readonly word: string;
  /** The attributes beside it. */
  readonly attributes: readonly Member[];
}

/** The logical type of a word that is none of the specification's. */
export function customOf(properties: readonly Member[]): CustomLogical | undefined {
  const json = member(properties, 'logicalType');
  if (json?.kind !== 'string' || BASES.has(json.value)) return undefined;
  return { word: json.value, attributes: properties };
}

/** On which types each stands; a fixed is named with its size. */
const BASES: ReadonlyMap<string, readonly string[]> = new Map<Logical['word'], readonly string[]>([
  // By its attributes.
  ['decimal', []],
  ['big-decimal', ['bytes']],
  ['uuid', ['string', 'fixed 16']],
  ['date', ['int']],
  ['time-millis', ['int']],
  ['time-micros', ['long']],
  ['timestamp-millis', ['long']],
  ['timestamp-micros', ['long']],
  ['timestamp-nanos', ['long']],
  ['local-timestamp-millis', ['long']],
  ['local-timestamp-micros', ['long']],
  ['local-timestamp-nanos', ['long']],
  ['duration', ['fixed 12']],
]);

/** The logical type that attributes give to a type; a string says why it counts for nothing. */
export function logicalOf(
  word: string,
  size: number | undefined,
  properties: readonly Member[],
): Logical | string | undefined {
  const json = member(properties, 'logicalType');
  if (json === undefined) return undefined;
  if (json.kind !== 'string') return `logicalType is ${called(json)}, not a string`;
  const logical = json.value;
  if (logical === 'decimal' && (word === 'bytes' || word === 'fixed')) return decimal(size, properties);
  const base = size === undefined ? word : `${word} ${size}`;
  if (BASES.get(logical)?.includes(base)) return { word: logical as LogicalWord };
  return `logicalType ${shown(logical)} is unknown, or is none of ${word}`;
}

function decimal(size: number | undefined, properties: readonly Member[]): Logical | string {
  const precision = integer(member(properties, 'precision'));
  if (precision === undefined || precision === 0) return 'a decimal needs a precision above 0';
  const given = member(properties, 'scale');
  const scale = given === undefined ? 0 : integer(given);
  if (scale === undefined || scale > precision) {
    return 'the scale of a decimal is from 0 to the precision';
  }
  const most = size === undefined ? Infinity : mostDigits(size);
  if (precision > most) return `a fixed of ${size} bytes holds decimals of up to ${most} digits, not ${precision}`;
  return { word: 'decimal', precision, scale };
}

function integer(json: Json | undefined): number | undefined {
  const value = json?.kind === 'number' ? integerOf(json.text) : undefined;
  return value !== undefined && value >= 0n && value < 1n << 32n ? Number(value) : undefined;
}

/** How many decimal digits a fixed of this size holds whatever they are: ⌊log₁₀(2^(8·size − 1) − 1)⌋. */
export function mostDigits(size: number): number {
  // 27 digits of log₁₀ 2, rounded down: exact for every size, for no multiple below 2³⁵ comes that close to an integer.
  const log = 301_029_995_663_981_195_213_738_894n;
  const bits = BigInt(Math.max(size * 8 - 1, 0));
  return Number((bits * log) / 10n ** 27n);
}
