import type { Type } from '../schema/types.js';
import type { Exact } from './exact.js';
import { at, bail, readBlock, readInt, readLength, readLong, spend } from '../wire/input.js';

/** Passes over a value, with `depth` levels left; gives the offset behind it. Texts are not looked at. */
export function skip(type: Type, b: Uint8Array, p: number, depth: number): number {
  switch (type.type) {
    case 'null':
      return p;
    case 'boolean':
      return b[p]! <= 1 ? p + 1 : bail();
    case 'int':
      return skipInt(b, p);
    case 'long':
      if (b[p]! < 0x80) return p + 1;
      readLong(b, p);
      return at.p;
    case 'float':
      return within(b, p + 4);
    case 'double':
      return within(b, p + 8);
    case 'fixed':
      return within(b, p + type.size);
    case 'bytes':
    case 'string':
      return readLength(b, p) + at.p;
    case 'enum':
      return skipIndex(b, p, type.symbols.length);
    case 'union': {
      const end = skipIndex(b, p, type.branches.length);
      const branch = type.branches[index]!;
      return skip(branch, b, end, branch.type === 'union' ? enter(depth) : depth);
    }
    case 'array':
      return skipBlocks(type.items, false, b, p, enter(depth));
    case 'map':
      return skipBlocks(type.values, true, b, p, enter(depth));
    case 'record': {
      const inner = enter(depth);
      if (type.empty > 0) spend(type.empty);
      for (const field of type.fields) p = skip(field.type, b, p, inner);
      return p;
    }
  }
}

/** What was read last by `skipIndex`. */
let index = 0;

function enter(depth: number): number {
  return depth > 0 ? depth - 1 : bail();
}

function within(b: Uint8Array, p: number): number {
  return p <= b.length ? p : bail();
}

function skipInt(b: Uint8Array, p: number): number {
  if (b[p]! < 0x80) return p + 1;
  readInt(b, p);
  return at.p;
}

function skipIndex(b: Uint8Array, p: number, count: number): number {
  const first = b[p]!;
  at.p = p + 1;
  index = first < 0x80 ? (first >>> 1) ^ -(first & 1) : readInt(b, p);
  return index >= 0 && index < count ? at.p : bail();
}

function skipBlocks(part: Type, keys: boolean, b: Uint8Array, p: number, depth: number): number {
  for (;;) {
    const count = readBlock(b, p, part.least + (keys ? 1 : 0));
    const end = at.e;
    p = at.p;
    if (count === 0) return p;
    for (let item = 0; item < count; item++) {
      if (keys) p = skipKey(b, p);
      p = skip(part, b, p, depth);
    }
    if (end >= 0 && end !== p) bail();
  }
}

function skipKey(b: Uint8Array, p: number): number {
  return readLength(b, p) + at.p;
}

/** Passes over a value: checked as it is read, but for the text in strings; a block's size counts for all. */
export function skipExactly(by: Exact, type: Type): void {
  switch (type.type) {
    case 'null':
      return;
    case 'boolean':
      by.boolean();
      return;
    case 'int':
      by.int('an int');
      return;
    case 'long':
      by.long('a long');
      return;
    case 'float':
      by.take(4, 'a float');
      return;
    case 'double':
      by.take(8, 'a double');
      return;
    case 'bytes':
    case 'string':
      by.take(by.length(), 'bytes');
      return;
    case 'fixed':
      by.take(type.size, 'a fixed');
      return;
    case 'enum':
      by.index(type.symbols.length, 'enum-index', 'symbol');
      return;
    case 'array': {
      const step = { item: -1 };
      by.blocks(type.items.least, false, () => {
        step.item++;
        by.steps.push(step);
        skipExactly(by, type.items);
        by.steps.pop();
      });
      return;
    }
    case 'map':
      by.blocks(type.values.least + 1, false, () => {
        by.take(by.length(), 'a key');
        skipExactly(by, type.values);
      });
      return;
    case 'union': {
      const branch = type.branches[by.index(type.branches.length, 'union-index', 'branch')]!;
      if (branch.type === 'union') by.deeper(() => skipExactly(by, branch));
      else skipExactly(by, branch);
      return;
    }
    case 'record':
      by.deeper(() => {
        by.spend(type.empty, by.p);
        for (const field of type.fields) by.within({ field: field.name }, () => skipExactly(by, field.type));
      });
  }
}
