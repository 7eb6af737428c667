import { isObject, isPlain } from '../data/choose.js';
import { isBytes, tagOf } from '../wire/bytes.js';
import type { Options } from '../options.js';
import { isSimpleName } from './names.js';

/** What was met at one place. */
interface Guess {
  words: Set<string>;
  items?: Guess;
  object?: Objects;
}

interface Objects {
  count: number;
  fields: Map<string, { guess: Guess; count: number }>;
  isMap: boolean;
}

/**
 * The narrowest schema that takes all values, its records named after the name given. Objects are records, or maps
 * where a key is no name; integers are `long`, and `double` where other numbers are, too, but for bigints; what is not
 * always there may be null, and is by default. Dates are `timestamp-millis`, where `logicalTypes` has Dates for these.
 */
export function inferred(values: Iterable<unknown>, name: string, options: Options): unknown {
  const guess: Guess = { words: new Set() };
  for (const value of values) add(guess, value, 500, options);
  return schemaOf(guess, name, new Set());
}

const ORDER = ['null', 'boolean', 'long', 'double', 'bytes', 'string'];

function add(guess: Guess, value: unknown, depth: number, options: Options): void {
  if (depth === 0) throw new RangeError('the values are nested too deeply, or contain themselves');
  switch (typeof value) {
    case 'boolean':
    case 'string':
      guess.words.add(typeof value);
      return;
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) throw new RangeError('bigint beyond 64 bits has no type in Avro');
      guess.words.add('long').add('bigint');
      return;
    case 'number':
      guess.words.add(Number.isSafeInteger(value) && !Object.is(value, -0) ? 'long' : 'double');
      return;
    case 'object':
      if (value === null) guess.words.add('null');
      else if (isBytes(value)) guess.words.add('bytes');
      else if (value instanceof Date && options.logicalTypes?.['timestamp-millis']?.is(value)) guess.words.add('date');
      else if (Array.isArray(value)) {
        guess.items ??= { words: new Set() };
        for (const item of value) add(guess.items, item, depth - 1, options);
      } else if (value instanceof Map || (isObject(value) && (isPlain(value) || Object.keys(value).length > 0))) {
        addObject(guess, value, depth - 1, options);
      } else
        throw new TypeError(
          `${tagOf(value).slice(8, -1)} has no type in Avro${value instanceof Date ? ' without logicalTypes' : ''}`,
        );
      return;
    default:
      throw new TypeError(`${typeof value} has no type in Avro`);
  }
}

function addObject(guess: Guess, value: object, depth: number, options: Options): void {
  const object = objectOf(guess, 1, value instanceof Map);
  for (const [key, inner] of value instanceof Map ? value : Object.entries(value)) {
    if (inner === undefined) continue;
    if (!isSimpleName(String(key))) object.isMap = true;
    add(fieldOf(object, String(key), 1), inner, depth, options);
  }
}

/** The objects that were met at a place, with so many more. */
function objectOf(guess: Guess, count: number, isMap: boolean): Objects {
  const object = (guess.object ??= { count: 0, fields: new Map(), isMap });
  object.count += count;
  object.isMap ||= isMap;
  return object;
}

/** What was met in a field, which was there so many times more. */
function fieldOf({ fields }: Objects, key: string, times: number): Guess {
  const field = fields.get(key) ?? { guess: { words: new Set() }, count: 0 };
  fields.set(key, field);
  field.count += times;
  return field.guess;
}

function merge(into: Guess, other: Guess): void {
  for (const word of other.words) into.words.add(word);
  if (other.items !== undefined) merge((into.items ??= { words: new Set() }), other.items);
  if (other.object === undefined) return;
  const object = objectOf(into, other.object.count, other.object.isMap);
  for (const [key, { guess, count }] of other.object.fields) {
    merge(fieldOf(object, key, count), guess);
  }
}

function schemaOf(guess: Guess, name: string, used: Set<string>): unknown {
  const { words } = guess;
  // A union has one long only.
  if (words.has('date') || (words.has('double') && !words.has('bigint'))) words.delete('long');
  const branches: unknown[] = ORDER.filter((word) => words.has(word));
  if (words.has('date')) branches.push({ type: 'long', logicalType: 'timestamp-millis' });
  if (guess.items !== undefined) branches.push({ type: 'array', items: schemaOf(guess.items, name, used) });
  if (guess.object?.isMap) {
    const all: Guess = { words: new Set() };
    for (const field of guess.object.fields.values()) merge(all, field.guess);
    branches.push({ type: 'map', values: schemaOf(all, name, used) });
  } else if (guess.object !== undefined) {
    branches.push(recordOf(guess.object, name, used));
  }
  return branches.length === 1 ? branches[0] : branches.length === 0 ? 'null' : branches;
}

function recordOf({ count, fields }: Objects, name: string, used: Set<string>): unknown {
  let own = name;
  for (let number = 2; used.has(own); number++) own = `${name}${number}`;
  used.add(own);
  const made = Array.from(fields, ([key, field]) => {
    const inner = `${own}_${key}`;
    if (field.count === count && !field.guess.words.has('null'))
      return { name: key, type: schemaOf(field.guess, inner, used) };
    field.guess.words.add('null');
    return { name: key, type: schemaOf(field.guess, inner, used), default: null };
  });
  return { type: 'record', name: own, fields: made };
}
