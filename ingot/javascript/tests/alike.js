// Asks avsc and the drop-in the same.

import assert from 'node:assert/strict';

import avsc from 'avsc';
import * as dropIn from 'ingot/avsc';

/** What is the same of two values, whatever their classes and prototypes are. */
export function plain(value) {
  if (value instanceof Uint8Array) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return { date: value.getTime() };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** Asks both the same, and wants the same answer. */
export function alike(ask) {
  const [theirs, ours] = [avsc, dropIn].map((library) => {
    try {
      return { is: plain(ask(library)) };
    } catch {
      return { is: 'an error' };
    }
  });
  assert.deepEqual(ours, theirs, String(ask));
}
