/** JSON in which integers beyond 2⁵³ − 1 are bigints: `JSON.parse` and `JSON.stringify` round them or refuse. */

import { placed } from '../json/place.js';
import { Fault, read } from '../json/read.js';
import { plain } from '../json/value.js';
import { write } from '../json/write.js';
import { SCHEMA_LIMITS } from '../limits.js';

/** What JSON has for a number that no double holds. Node has it from version 22 on. */
const { rawJSON, isRawJSON } = JSON as {
  rawJSON?: (text: string) => unknown;
  isRawJSON?: (value: unknown) => value is { rawJSON: string };
};

/** The value of a text. @throws SchemaError */
export function parsed(text: string): unknown {
  try {
    // Of a key that is there twice the last counts, as in JSON.parse.
    return plain(read(text, SCHEMA_LIMITS, { keys: () => undefined }));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw placed([error], text, undefined)[0];
  }
}

/** The text of a value, of which bigints are integers. All else is as in `JSON.stringify`. */
export function textOf(value: unknown): string {
  return write(settled(value, new Set()));
}

/** A value in which nothing is left to be asked: it is what `toJSON` gives, without functions. */
function settled(value: unknown, around: Set<unknown>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (isRawJSON?.(value) === true) return BigInt(value.rawJSON);
  if (around.has(value)) throw new TypeError('the schema contains itself');
  around.add(value);
  const { toJSON } = value as { toJSON?: unknown };
  let made: unknown;
  if (typeof toJSON === 'function') made = settled(toJSON.call(value), around);
  else if (Array.isArray(value)) made = value.map((item) => settled(item, around));
  else made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, settled(inner, around)]));
  around.delete(value);
  return made;
}

/** A value for `JSON.stringify`, which writes its bigints in full, and refuses them where Node cannot do that. */
export function stringified(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON?.(String(value)) ?? value;
  if (Array.isArray(value)) return value.map(stringified);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stringified(inner)]));
}

/** Whether something is an object of no class, which has no text of its own making. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
