import { write } from '../json/write.js';
import { SCHEMA_LIMITS } from '../limits.js';
import type { Options } from '../options.js';
import type { InputOf, ValueOf } from '../types/literal.js';
import { parse } from './parse.js';
import type { Parsed } from './types.js';

/** A literal tells the compiler what values are; otherwise that may be said: `parseSchema<Tea>(text)`. */
interface ParseSchema {
  <const S extends object>(schema: S): Parsed<ValueOf<S>, InputOf<S>>;
  <Out = unknown, In = Out>(schema: unknown, options?: Options): Parsed<Out, In>;
}

/**
 * Reads a schema: a text in JSON, or the objects that such a text stands for. A string is always a text, so that of the
 * type int has quotes: `'"int"'`.
 *
 * @throws SchemaError with the place of what is wrong
 */
// Not compared with the implementation: that would look into all schemas that there can be.
export const parseSchema: ParseSchema = parseGiven as never;

function parseGiven(schema: unknown, options: Options = {}): Parsed {
  return parse(textOf(schema), options.lenient ?? false, { ...SCHEMA_LIMITS, ...options.schemaLimits });
}

/** The text of a schema as it may be given. */
export function textOf(schema: unknown): string {
  return typeof schema === 'string' ? schema : write(schema);
}
