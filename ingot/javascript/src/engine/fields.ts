/**
 * Fields of the closures' records as they are written, with a function for each: V8 learns which name and which functions
 * stand at a place in the code, and calls are several times as fast where there is but one of each. That is so in programs
 * of few kinds of records.
 */

import { ownField } from '../data/choose.js';
import type { Field } from '../schema/types.js';
import { out } from '../wire/output.js';
import type { Writer } from './engine.js';

/** Writes fields of an object. */
type Writing = (b: Uint8Array, v: Record<string, unknown>, p: number, d: number) => number;

/** What writes a field, and then the next ones. */
const WRITING: readonly ((n: string, w: Writer, next: Writing) => Writing)[] = [
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
  (n, w, next) => (b, v, p, d) => ((p = w(b, v[n], p, d)), next(out.larger ?? b, v, p, d)),
];

let place = 0;

/** How many fields may be a chain of calls. */
const CHAIN = 32;

export function recordWriting(fields: readonly Field[], writers: readonly Writer[]): Writing {
  const last: Writing = (_b, _v, p) => p;
  const chains: Writing[] = [];
  let next = last;
  for (let index = fields.length - 1; index >= 0; index--) {
    next = fieldWriting(fields[index]!, writers[index]!, next);
    if (index % CHAIN !== 0) continue;
    chains.unshift(next);
    next = last;
  }
  if (chains.length < 2) return chains[0] ?? last;
  return (b, v, p, d) => {
    for (const chain of chains) p = chain(out.larger ?? b, v, p, d);
    return p;
  };
}

function fieldWriting(field: Field, write: Writer, next: Writing): Writing {
  if (!(field.name in Object.prototype)) return WRITING[place++ % WRITING.length]!(field.name, write, next);
  // What every object has from its prototype is no field.
  return (b, v, p, d) => ((p = write(b, ownField(v, field), p, d)), next(out.larger ?? b, v, p, d));
}
