import { bigDecimal, bytesOfDuration, decimal, partsOfDuration } from './logical.js';
import type { CustomLogical, Logical } from './schema/logical.js';
import type { LogicalType } from './options.js';

/** What is used of Temporal, where the runtime has it. */
interface TemporalLike {
  Instant: new (nanoseconds: bigint) => { readonly epochNanoseconds: bigint };
  PlainDate: new (year: number, month: number, day: number) => Calendared;
  PlainTime: new () => Plain;
  PlainDateTime: new (year: number, month: number, day: number) => Calendared;
  Duration: new (years: number, months: number, weeks: number, days: number, ...times: number[]) => Span;
}

interface Plain {
  add(span: Partial<Span>): Plain;
  until(other: Plain, options: { largestUnit: keyof Span }): Span;
}

interface Calendared extends Plain {
  readonly calendarId: string;
}

type Span = Readonly<
  Record<
    | 'years'
    | 'months'
    | 'weeks'
    | 'days'
    | 'hours'
    | 'minutes'
    | 'seconds'
    | 'milliseconds'
    | 'microseconds'
    | 'nanoseconds',
    number
  >
>;

const SECOND = 1_000_000_000n;
const DAY = 86_400_000_000_000;

/** A value of Temporal's, which is narrower than some base types, and says so in other words in each engine. */
function held<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch {
    throw new RangeError(`beyond what a Temporal.${name} holds`);
  }
}

/** So many nanoseconds as a long of units. Nothing is rounded. */
function units(nanos: bigint, unit: bigint, value: object, { word }: Logical | CustomLogical): number | bigint {
  const count = nanos / unit;
  if (count * unit !== nanos) throw new RangeError(`${value} is finer than a ${word}: round it before`);
  if (BigInt.asIntN(64, count) !== count) throw new RangeError(`${value} is beyond what a ${word} holds`);
  const number = Number(count);
  return Number.isSafeInteger(number) ? number : count;
}

/** Another calendar than that of ISO 8601 would be lost. */
function isoOnly(value: Calendared): void {
  if (value.calendarId === 'iso8601') return;
  throw new RangeError(`${value} is of another calendar: write what withCalendar('iso8601') gives`);
}

function typesOf(temporal: TemporalLike): Readonly<Record<string, LogicalType>> {
  const { Instant, PlainDate, PlainTime, PlainDateTime, Duration } = temporal;
  const epochDay = new PlainDate(1970, 1, 1);
  const epoch = new PlainDateTime(1970, 1, 1);
  const midnight = new PlainTime();

  const date: LogicalType = {
    decode: (base: number) => held('PlainDate', () => epochDay.add({ days: base })),
    encode(value: Calendared) {
      isoOnly(value);
      return epochDay.until(value, { largestUnit: 'days' }).days;
    },
    is: (value) => value instanceof PlainDate,
  };

  /** Times of day, in units of so many nanoseconds. */
  const time = (unit: number): LogicalType => ({
    decode(base: number | bigint) {
      const nanoseconds = Number(base) * unit;
      // Adding would go on with the next day.
      if (nanoseconds < 0 || nanoseconds >= DAY) throw new RangeError('beyond what a Temporal.PlainTime holds');
      return midnight.add({ nanoseconds });
    },
    encode(value: Plain, logical) {
      const { nanoseconds } = midnight.until(value, { largestUnit: 'nanoseconds' });
      return units(BigInt(nanoseconds), BigInt(unit), value, logical);
    },
    is: (value) => value instanceof PlainTime,
  });

  const instant = (unit: bigint): LogicalType => ({
    decode: (base: number | bigint) => held('Instant', () => new Instant(BigInt(base) * unit)),
    encode: (value: { epochNanoseconds: bigint }, logical) => units(value.epochNanoseconds, unit, value, logical),
    is: (value) => value instanceof Instant,
  });

  const local = (unit: bigint): LogicalType => ({
    decode(base: number | bigint) {
      const nanos = BigInt(base) * unit;
      const span = { seconds: Number(nanos / SECOND), nanoseconds: Number(nanos % SECOND) };
      return held('PlainDateTime', () => epoch.add(span));
    },
    encode(value: Calendared, logical) {
      isoOnly(value);
      const span = epoch.until(value, { largestUnit: 'seconds' });
      const rest = (span.milliseconds * 1000 + span.microseconds) * 1000 + span.nanoseconds;
      return units(BigInt(span.seconds) * SECOND + BigInt(rest), unit, value, logical);
    },
    is: (value) => value instanceof PlainDateTime,
  });

  const duration: LogicalType = {
    decode(base: Uint8Array) {
      const [months, days, milliseconds] = partsOfDuration(base);
      return new Duration(0, months, 0, days, 0, 0, 0, milliseconds);
    },
    encode(value: Span) {
      const fine = BigInt(value.microseconds) * 1000n + BigInt(value.nanoseconds);
      if (fine % 1_000_000n !== 0n) throw new RangeError(`${value} is finer than a duration: round it before`);
      const seconds = (value.hours * 60 + value.minutes) * 60 + value.seconds;
      return bytesOfDuration({
        months: value.years * 12 + value.months,
        days: value.weeks * 7 + value.days,
        milliseconds: seconds * 1000 + value.milliseconds + Number(fine / 1_000_000n),
      });
    },
    is: (value) => value instanceof Duration,
  };

  return {
    decimal,
    'big-decimal': bigDecimal,
    date,
    'time-millis': time(1_000_000),
    'time-micros': time(1000),
    'timestamp-millis': instant(1_000_000n),
    'timestamp-micros': instant(1000n),
    'timestamp-nanos': instant(1n),
    'local-timestamp-millis': local(1_000_000n),
    'local-timestamp-micros': local(1000n),
    'local-timestamp-nanos': local(1n),
    duration,
  };
}

const temporal = (globalThis as { Temporal?: TemporalLike }).Temporal;

/**
 * Values of Temporal for all logical types of times, `Decimal`s for decimals; nothing where the runtime has no
 * Temporal when this package is loaded.
 */
export const TEMPORAL_TYPES: Readonly<Record<string, LogicalType>> | undefined =
  temporal === undefined ? undefined : typesOf(temporal);
