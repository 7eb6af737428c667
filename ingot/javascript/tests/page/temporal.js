// Values of Temporal for logical types: the runtime's own in a page, those of another package elsewhere.

import { Decimal, Schema, TEMPORAL_TYPES } from 'ingot';

const { Temporal } = globalThis;

const BASES = {
  date: 'int',
  'time-millis': 'int',
  'time-micros': 'long',
  'timestamp-millis': 'long',
  'timestamp-micros': 'long',
  'timestamp-nanos': 'long',
  'local-timestamp-millis': 'long',
  'local-timestamp-micros': 'long',
  'local-timestamp-nanos': 'long',
  duration: { type: 'fixed', name: 'Span', size: 12 },
};

const typeOf = (word) =>
  typeof BASES[word] === 'string' ? { type: BASES[word], logicalType: word } : { ...BASES[word], logicalType: word };

const bytes = (...parts) => new Uint8Array(Uint32Array.from(parts).buffer);

/** A word, a value of the base type, the class in Temporal, and its value as a text. */
const PAIRS = [
  ['date', 0, 'PlainDate', '1970-01-01'],
  ['date', -1, 'PlainDate', '1969-12-31'],
  ['date', 19782, 'PlainDate', '2024-02-29'],
  ['date', -719529, 'PlainDate', '-000001-12-31'],
  ['date', 1e8, 'PlainDate', '+275760-09-13'],
  ['date', -1e8 - 1, 'PlainDate', '-271821-04-19'],
  ['time-millis', 0, 'PlainTime', '00:00:00'],
  ['time-millis', 86_399_999, 'PlainTime', '23:59:59.999'],
  ['time-micros', 1, 'PlainTime', '00:00:00.000001'],
  ['time-micros', 86_399_999_999, 'PlainTime', '23:59:59.999999'],
  ['timestamp-millis', -1, 'Instant', '1969-12-31T23:59:59.999Z'],
  ['timestamp-millis', 8.64e15, 'Instant', '+275760-09-13T00:00:00Z'],
  ['timestamp-micros', -1, 'Instant', '1969-12-31T23:59:59.999999Z'],
  ['timestamp-micros', -8_640_000_000_000_000_000n, 'Instant', '-271821-04-20T00:00:00Z'],
  ['timestamp-nanos', 2n ** 63n - 1n, 'Instant', '2262-04-11T23:47:16.854775807Z'],
  ['timestamp-nanos', -(2n ** 63n), 'Instant', '1677-09-21T00:12:43.145224192Z'],
  ['local-timestamp-millis', -1, 'PlainDateTime', '1969-12-31T23:59:59.999'],
  ['local-timestamp-millis', 8_640_000_086_399_999, 'PlainDateTime', '+275760-09-13T23:59:59.999'],
  ['local-timestamp-millis', -8_640_000_086_399_999, 'PlainDateTime', '-271821-04-19T00:00:00.001'],
  ['local-timestamp-micros', 8_640_000_086_399_999_999n, 'PlainDateTime', '+275760-09-13T23:59:59.999999'],
  ['local-timestamp-nanos', 2n ** 63n - 1n, 'PlainDateTime', '2262-04-11T23:47:16.854775807'],
  ['local-timestamp-nanos', -(2n ** 63n), 'PlainDateTime', '1677-09-21T00:12:43.145224192'],
  ['duration', bytes(0, 0, 0), 'Duration', 'PT0S'],
  ['duration', bytes(14, 40, 90_000_005), 'Duration', 'P14M40DT90000.005S'],
  ['duration', bytes(2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1), 'Duration', 'P4294967295M4294967295DT4294967.295S'],
];

/** What Temporal does not hold. */
const BEYOND = [
  ['date', 1e8 + 1, 'PlainDate'],
  ['date', -(2 ** 31), 'PlainDate'],
  ['timestamp-millis', 8.64e15 + 1, 'Instant'],
  ['timestamp-millis', -(2n ** 63n), 'Instant'],
  ['timestamp-micros', 2n ** 63n - 1n, 'Instant'],
  ['local-timestamp-millis', 8.64e15 + 86_400_000, 'PlainDateTime'],
  ['local-timestamp-millis', 2n ** 63n - 1n, 'PlainDateTime'],
  ['local-timestamp-micros', -8_640_000_086_400_000_000n, 'PlainDateTime'],
];

/** What is not written, and why: nothing is rounded, and nothing left out. */
function refused() {
  const { Instant, PlainDate, PlainTime, PlainDateTime, Duration } = Temporal;
  const calendar = 'is of another calendar: write what';
  return [
    ['time-millis', PlainTime.from('12:00:00.0001'), '12:00:00.0001 is finer than a time-millis: round it before'],
    ['time-micros', PlainTime.from('12:00:00.000000001'), 'is finer than a time-micros'],
    ['timestamp-millis', Instant.from('1969-12-31T23:59:59.9999Z'), 'is finer than a timestamp-millis'],
    ['timestamp-micros', new Instant(-1n), 'is finer than a timestamp-micros'],
    ['timestamp-nanos', Instant.from('2262-04-11T23:47:16.854775808Z'), 'is beyond what a timestamp-nanos holds'],
    ['timestamp-nanos', Instant.from('-271821-04-20T00:00Z'), 'is beyond what a timestamp-nanos holds'],
    ['local-timestamp-millis', PlainDateTime.from('2024-01-01T00:00:00.0001'), 'finer than a local-timestamp-millis'],
    ['local-timestamp-micros', PlainDateTime.from('1924-01-01T00:00:00.000000001'), 'finer than a local-timestamp-m'],
    ['local-timestamp-nanos', PlainDateTime.from('2262-04-11T23:47:16.854775808'), 'beyond what a local-timestamp-n'],
    ['date', PlainDate.from('2024-02-29[u-ca=gregory]'), `2024-02-29[u-ca=gregory] ${calendar}`],
    ['local-timestamp-millis', PlainDateTime.from('2024-02-29T12:00[u-ca=gregory]'), calendar],
    ['duration', Duration.from('-P1M'), 'a duration has from 0 to 4294967295 months, not -1'],
    ['duration', new Duration(0, 2 ** 32 - 1, 0, 0).with({ years: 1 }), '4294967295 months, not 4294967307'],
    ['duration', Duration.from({ days: 2 ** 32 }), '4294967295 days, not 4294967296'],
    ['duration', Duration.from({ hours: 1194 }), '4294967295 milliseconds, not 4298400000'],
    ['duration', Duration.from({ milliseconds: 1, microseconds: 1 }), 'is finer than a duration: round it before'],
    ['duration', Duration.from({ nanoseconds: 1 }), 'is finer than a duration'],
    // Values of other classes.
    ['date', new Date(0), 'an object, not int'],
    ['date', PlainDateTime.from('2024-02-29'), 'an object, not int'],
    ['date', '2024-02-29', '"2024-02-29", not int'],
    ['time-micros', PlainDateTime.from('2024-02-29'), 'an object, not long'],
    ['timestamp-millis', new Date(0), 'an object, not long'],
    ['timestamp-millis', Temporal.ZonedDateTime.from('2024-02-29T00:00[UTC]'), 'an object, not long'],
    ['local-timestamp-millis', PlainDate.from('2024-02-29'), 'an object, not long'],
    ['local-timestamp-millis', new Instant(0n), 'an object, not long'],
    ['duration', 'P1M', '"P1M", not the fixed Span'],
    // Values of the base type count by its rules.
    ['time-millis', 86_400_000, 'a time of day is from 0 to less than 24 hours'],
  ];
}

function failure(run) {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** What is other than it should be, one line each. */
export function temporalWrong(engine) {
  const wrong = [];
  const check = (holds, ...words) => {
    if (!holds) wrong.push(['Temporal', ...words].join(' '));
  };
  const inRecord = (type, options) =>
    Schema.parse({ type: 'record', name: 'R', fields: [{ name: 'at', type }] }, { engine, ...options });
  const schemas = Object.fromEntries(
    Object.keys(BASES).map((word) => {
      const own = inRecord(typeOf(word), { logicalTypes: TEMPORAL_TYPES });
      return [word, { own, plain: inRecord(typeOf(word)), base: inRecord(BASES[word]) }];
    }),
  );

  for (const [word, base, name, text] of PAIRS) {
    const { own, plain } = schemas[word];
    const written = plain.encode({ at: base });
    const read = own.decode(written);
    check(read.at instanceof Temporal[name] && String(read.at) === text, word, base, 'became', read.at);
    check(String(own.encode(read)) === String(written), word, text, 'is written as', own.encode(read));
    check(String(own.fromJson(own.toJson(read)).at) === text, word, text, 'in JSON');
    check(own.exactly.read === 0 && own.exactly.written === 0, word, text, 'is written and read the slow way');
    const big = inRecord(typeOf(word), { logicalTypes: TEMPORAL_TYPES, longs: 'bigint', bytes: 'Uint8Array' });
    check(String(big.encode(big.decode(written))) === String(written), word, text, 'with bigints');
    const branches = ['null', 'string', typeOf(word), { type: 'map', values: 'int' }];
    const union = inRecord(branches, { logicalTypes: TEMPORAL_TYPES });
    check(String(union.decode(union.encode(read)).at) === text, word, text, 'in a union');
  }

  for (const [word, base, name] of BEYOND) {
    const { own, plain } = schemas[word];
    const written = plain.encode({ at: base });
    const { error } = failure(() => own.decode(written));
    const due = `at, byte 0: beyond what a Temporal.${name} holds`;
    check(error?.kind === 'logical-invalid' && error.message === due, word, base, error);
    check(own.decode(written, { lenient: true }).at === base, word, base, 'when read leniently');
  }
  for (const [word, base] of [
    ['time-millis', 86_400_000],
    ['time-millis', -1],
    ['time-micros', 86_400_000_000],
    ['time-micros', 2n ** 63n - 1n],
  ]) {
    const { own, base: bare } = schemas[word];
    const written = bare.encode({ at: base });
    const { error } = failure(() => own.decode(written));
    check(error?.kind === 'logical-invalid' && error.path === 'at', word, base, error);
    check(own.decode(written, { lenient: true }).at === base, word, base, 'when read leniently');
  }

  for (const [word, value, due] of refused()) {
    const { error } = failure(() => schemas[word].own.encode({ at: value }));
    const found = error?.name === 'EncodeError' && error.path === 'at' && error.message.includes(due);
    check(found, word, value, 'is refused by', error);
  }

  wrong.push(...byChance(schemas));
  for (const [word, { own }] of Object.entries(schemas)) {
    for (let seed = 0; seed < 100; seed++) {
      const { value, error } = failure(() => own.random(seed));
      check(error === undefined, word, 'by chance', error);
      if (value !== undefined) check(own.isValid(value), word, value.at, 'by chance is none');
    }
  }

  // The same length in other units.
  const { Duration, PlainDate, Instant } = Temporal;
  const spans = schemas.duration.own;
  const span = Duration.from({ years: 1, months: 2, weeks: 3, days: 4, hours: 1, minutes: 1, seconds: 1 });
  const more = span.with({ milliseconds: 1, microseconds: 1000, nanoseconds: 3_000_000 });
  check(String(spans.decode(spans.encode({ at: more })).at) === 'P14M25DT3661.005S', more);

  // Of a union's branches, the class tells which it is.
  const several = inRecord(['null', typeOf('date'), typeOf('timestamp-micros'), typeOf('duration')], {
    logicalTypes: TEMPORAL_TYPES,
  });
  const values = [null, PlainDate.from('2024-02-29'), new Instant(-1000n), Duration.from({ days: 5 })];
  for (const [index, at] of values.entries()) {
    const written = several.encode({ at });
    check(written[0] === 2 * index && String(several.decode(written).at) === String(at), at, 'in a union');
  }
  const decimal = inRecord(
    { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 },
    {
      logicalTypes: TEMPORAL_TYPES,
    },
  );
  check(String(decimal.decode(decimal.encode({ at: Decimal.of('-1.5') })).at) === '-1.50', 'a decimal');
  return wrong;
}

const UNITS = { millis: 1_000_000n, micros: 1000n, nanos: 1n };
const DAY = 86_400_000_000_000n;
const MOST = 100_000_000n * DAY;

/** Numbers of all sizes, told by other ways of Temporal than those of the package. */
function byChance(schemas) {
  const longs = Schema.parse('"long"');
  const wrong = [];
  for (const word of Object.keys(BASES)) {
    if (word === 'duration') continue;
    const { own, plain } = schemas[word];
    const bits = BASES[word] === 'int' ? 32 : 64;
    const unit = word === 'date' ? DAY : UNITS[word.split('-').at(-1)];
    for (let seed = 0; seed < 500; seed++) {
      let base = BigInt.asIntN(bits, BigInt(longs.random(seed)) >> BigInt(seed % bits));
      if (word.startsWith('time-')) base = BigInt.asUintN(63, base) % (DAY / unit);
      const at = bits === 32 || Number.isSafeInteger(Number(base)) ? Number(base) : base;
      const written = plain.encode({ at });
      const nanos = base * unit;
      const due = within(word, nanos) ? nanos : undefined;
      const { value, error } = failure(() => own.decode(written));
      const found = value === undefined ? undefined : nanosOf(value.at);
      if (found !== due || (found === undefined && error.kind !== 'logical-invalid')) {
        wrong.push(`Temporal ${word} ${base}: ${value?.at} ${error}`);
      } else if (value !== undefined && String(own.encode(value)) !== String(written)) {
        wrong.push(`Temporal ${word} ${base}: ${value.at} is written as something else`);
      }
    }
  }
  return wrong;
}

/** Whether Temporal has such a value: a day more either way where no time zone has a say. */
function within(word, nanos) {
  if (word.startsWith('timestamp')) return nanos >= -MOST && nanos <= MOST;
  if (word === 'date') return nanos >= -MOST - DAY && nanos <= MOST;
  return nanos > -MOST - DAY && nanos < MOST + DAY;
}

function nanosOf(value) {
  if (value instanceof Temporal.Instant) return value.epochNanoseconds;
  const { year, month, day, hour = 0, minute = 0, second = 0 } = value;
  const { millisecond = 0, microsecond = 0, nanosecond = 0 } = value;
  const fine = BigInt(microsecond * 1000 + nanosecond);
  const time = BigInt(((hour * 60 + minute) * 60 + second) * 1000 + millisecond) * 1_000_000n + fine;
  if (value instanceof Temporal.PlainTime) return time;
  // A Date begins a day later than a PlainDate does: from a year of the same days that is nearer.
  const eras = year < 0 ? 1 : -1;
  const days = new Date(0).setUTCFullYear(year + 400 * eras, month - 1, day) / 86_400_000 - 146_097 * eras;
  return BigInt(days) * DAY + time;
}
