import { partsOf, type Type } from './types.js';

/** Facts about all types of a schema, found without recursion: a hostile schema may be a chain of any length. */

/** Finds the least size and the height of each type, each after its parts; to itself a type counts nothing. */
export function measure(types: readonly Type[]): void {
  leastSizes(types);
  for (const type of types) {
    if (type.type === 'record') type.empty = type.fields.filter((field) => field.type.least === 0).length;
  }
  heights(types);
}

function leastSizes(types: readonly Type[]): void {
  const state = new Map<Type, 'open' | 'done'>();
  const todo = [...types].reverse();
  for (let type = todo.pop(); type !== undefined; type = todo.pop()) {
    const known = state.get(type);
    if (known === 'done') continue;
    if (known === 'open') {
      state.set(type, 'done');
      type.least = leastOf(type);
      continue;
    }
    state.set(type, 'open');
    todo.push(type);
    // Beside null the other branches do not count, and through them most types hold themselves.
    if (type.type === 'union' && type.branches.some((branch) => branch.type === 'null')) continue;
    if (type.type === 'union' || type.type === 'record') {
      todo.push(...partsOf(type).filter((part) => !state.has(part)));
    }
  }
}

function leastOf(type: Type): number {
  switch (type.type) {
    case 'null':
      return 0;
    case 'float':
      return 4;
    case 'double':
      return 8;
    case 'fixed':
      return type.size;
    case 'union':
      return (
        type.branches.reduce((least, branch) => Math.min(least, branch.least), type.branches.length ? 2 ** 32 : 0) + 1
      );
    case 'record':
      return Math.min(
        type.fields.reduce((sum, field) => sum + field.type.least, 0),
        2 ** 32,
      );
    default:
      return 1;
  }
}

/** How deeply values may be nested: records, arrays, maps, and unions right within unions count. */
function heights(types: readonly Type[]): void {
  for (const type of types) type.height = Infinity;
  upwards(
    types,
    (_, parts) => parts,
    (type) => {
      const counts = ['record', 'array', 'map'].includes(type.type) ? 1 : 0;
      type.height = counts;
      for (const part of partsOf(type)) {
        const nested = type.type === 'union' && part.type === 'union' ? 1 : 0;
        type.height = Math.max(type.height, counts + nested + part.height);
      }
    },
  );
}

/** The types that have a value at all that comes to an end. They are asked for in this order; what is refused has none. */
export function hasEnd(types: readonly Type[], isOne = (_: Type): boolean => true): ReadonlySet<Type> {
  const found = new Set<Type>();
  upwards(
    types,
    ({ type }, parts) => (type === 'union' ? 1 : type === 'record' ? parts : 0),
    (type) => isOne(type) && found.add(type),
  );
  return found;
}

/**
 * Goes from parts to what is made of them: to each type once, when so many of its parts are done as it waits for, the
 * flattest first. What is not done (`false`) counts for none that wait for it.
 */
function upwards(
  types: readonly Type[],
  waits: (type: Type, parts: number) => number,
  done: (type: Type) => unknown,
): void {
  const users = new Map<Type, Type[]>();
  const missing = new Map<Type, number>();
  const ready: Type[] = [];
  for (const type of types) {
    const parts = partsOf(type);
    missing.set(type, waits(type, parts.length));
    if (missing.get(type) === 0) ready.push(type);
    for (const part of parts) {
      const known = users.get(part);
      if (known === undefined) users.set(part, [type]);
      else known.push(type);
    }
  }
  for (const type of ready) {
    if (done(type) === false) continue;
    for (const user of users.get(type) ?? []) {
      const left = missing.get(user)! - 1;
      missing.set(user, left);
      if (left === 0) ready.push(user);
    }
  }
}
