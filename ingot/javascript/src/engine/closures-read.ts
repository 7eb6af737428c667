import { defaultOf } from '../data/exact.js';
import { untagged, type Action, type Copy, type Read, type RecordRead } from '../data/reading.js';
import { at, bail, nearestFloat, readBlock, readInt, readLength, readLong, spend } from '../wire/input.js';
import { readDouble, readFloat } from '../wire/reals.js';
import { readText } from '../wire/read-text.js';
import { MOST_NESTING, type Reader } from './engine.js';
import { recordStep, type Step } from './records.js';

/** Functions that hold each other, where none may be made of text. */
export function closureReader(root: Read): Reader {
  const step = new Closures().of(root);
  return (b, p, depth) => {
    at.p = p;
    return step(b, depth);
  };
}

class Closures {
  private readonly known = new Map<Read, Step>();
  private nesting = 0;

  of(read: Read): Step {
    const known = this.known.get(read);
    if (known !== undefined) return known;
    // A part that contains itself finds this one first. In a long chain of types what is far is made when it is used.
    let made: Step | undefined;
    const make = () => refined(read, this.bare(read));
    const late: Step = (b, depth) => (made ??= make())(b, depth);
    this.known.set(read, late);
    if (this.nesting >= MOST_NESTING) return late;
    this.nesting++;
    made = make();
    this.nesting--;
    this.known.set(read, made);
    return made;
  }

  private bare(read: Read): Step {
    switch (read.op) {
      case 'null':
        return () => null;
      case 'boolean':
        return (b) => {
          const byte = b[at.p++];
          return byte === 1 ? true : byte === 0 ? false : bail();
        };
      case 'int':
        if (read.to === 'long' && read.big) return (b) => BigInt(int(b));
        return read.to === 'float' ? (b) => Math.fround(int(b)) : int;
      case 'long':
        if (read.to === 'float') return (b) => nearestFloat(long(b));
        if (read.to === 'double') return (b) => Number(long(b));
        return read.big ? (b) => BigInt(long(b)) : long;
      case 'float':
        return (b) => readFloat(b, taken(b, 4));
      case 'double':
        return (b) => readDouble(b, taken(b, 8));
      case 'string':
        return read.text ? text : stringAsBytes(read.copy);
      case 'bytes':
        return read.text ? text : bytesBy(read.copy);
      case 'fixed': {
        const { size, copy } = read;
        return (b) => copy(b, taken(b, size), size);
      }
      case 'enum': {
        const { symbols } = read;
        return (b) => {
          const index = int(b);
          return index >= 0 && index < symbols.length ? (symbols[index] ?? bail()) : bail();
        };
      }
      case 'array': {
        const items = this.of(read.items);
        const { least } = read.items;
        return (b, depth) => {
          if (depth < 1) bail();
          const values: unknown[] = [];
          for (let count = readBlock(b, at.p, least); count > 0; count = readBlock(b, at.p, least)) {
            const end = at.e;
            for (let item = 0; item < count; item++) values.push(items(b, depth - 1));
            if (end >= 0 && end !== at.p) bail();
          }
          return values;
        };
      }
      case 'map': {
        const inner = this.of(read.values);
        const least = read.values.least + 1;
        return (b, depth) => {
          if (depth < 1) bail();
          const map = Object.create(null) as Record<string, unknown>;
          for (let count = readBlock(b, at.p, least); count > 0; count = readBlock(b, at.p, least)) {
            const end = at.e;
            for (let item = 0; item < count; item++) {
              const key = text(b);
              map[key] = inner(b, depth - 1);
            }
            if (end >= 0 && end !== at.p) bail();
          }
          return map;
        };
      }
      case 'union': {
        const branches = read.branches.map((branch) => this.of(branch));
        const levels = read.branches.map((one) => (untagged(one).op === 'union' ? 1 : 0));
        return (b, depth) => {
          const index = int(b);
          if (!(index >= 0 && index < branches.length)) bail();
          const left = depth - levels[index]!;
          return left < 0 ? bail() : branches[index]!(b, left);
        };
      }
      case 'tagged': {
        const inner = this.of(read.inner);
        const { tag } = read;
        return (b, depth) => ({ [tag]: inner(b, depth) });
      }
      case 'record':
        return this.record(read);
      case 'never':
        return () => bail();
    }
  }

  private record(read: RecordRead): Step {
    const { empty } = read;
    // A copy of an object that has all fields is faster than one that grows, and has them in their order.
    const template = Object.fromEntries(read.names.map((name) => [name, undefined as unknown]));
    const step = this.shortRecord(read, template) ?? this.longRecord(read, template);
    return (b, depth) => {
      if (depth < 1) bail();
      if (empty > 0) spend(empty);
      return step(b, depth - 1);
    };
  }

  /** A record of few fields that are all read, in their order. */
  private shortRecord({ actions, names }: RecordRead, template: Record<string, unknown>): Step | undefined {
    const steps: Step[] = [];
    for (const [index, action] of actions.entries()) {
      // In another order than names have. Assigned, `__proto__` would be the object's prototype.
      if (action.do !== 'read' || action.into !== index || names[index] === '__proto__') return undefined;
      steps.push(this.of(action.read));
    }
    const isOrdered = Object.keys(template).every((name, index) => name === names[index]);
    return isOrdered ? recordStep(template, steps) : undefined;
  }

  private longRecord(read: RecordRead, template: Record<string, unknown>): Step {
    const steps = read.actions.map((action) => this.action(action, read.names));
    return (b, depth) => {
      const value: Record<string, unknown> = { ...template };
      for (let index = 0; index < steps.length; index++) {
        const { name, step } = steps[index]!;
        if (name === undefined) step(b, depth, value);
        else value[name] = step(b, depth, value);
      }
      return value;
    };
  }

  private action(action: Action, names: readonly string[]): FieldStep {
    if (action.do === 'skip') {
      const { fast } = action;
      return { step: (b, depth) => void (at.p = fast(b, at.p, depth)) };
    }
    const name = names[action.into]!;
    const { read } = action;
    const step = action.do === 'read' ? this.of(read) : defaultStep(read, action.bytes);
    // Assigned, it would be the object's prototype.
    return name === '__proto__' ? { step: (b, depth, value) => define(value, name, step(b, depth)) } : { name, step };
  }
}

/** What reads a field: its value, or, without a name, what puts it where it belongs. */
interface FieldStep {
  name?: string;
  step: (b: Uint8Array, depth: number, value: object) => unknown;
}

function defaultStep(read: Read, bytes: Uint8Array): Step {
  const value = defaultOf(read, bytes);
  // What can be changed is made again each time.
  const isOwn = typeof value === 'object' && value !== null;
  return isOwn ? () => defaultOf(read, bytes) : () => value;
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** What the logical type asks and makes of a value. */
function refined(read: Read, step: Step): Step {
  const { check, convert } = read;
  let made = step;
  if (check !== undefined) {
    made = (b, depth) => {
      const value = step(b, depth);
      return check(value, false) === undefined ? value : bail();
    };
  }
  if (convert === undefined) return made;
  const checked = made;
  return (b, depth) => convert(checked(b, depth));
}

function int(b: Uint8Array): number {
  const first = b[at.p]!;
  if (!(first < 0x80)) return readInt(b, at.p);
  at.p++;
  return (first >>> 1) ^ -(first & 1);
}

function long(b: Uint8Array): number | bigint {
  const first = b[at.p]!;
  if (!(first < 0x80)) return readLong(b, at.p);
  at.p++;
  return (first >>> 1) ^ -(first & 1);
}

function taken(b: Uint8Array, size: number): number {
  const start = at.p;
  if (start + size > b.length) bail();
  at.p = start + size;
  return start;
}

function text(b: Uint8Array): string {
  const size = readLength(b, at.p);
  return readText(b, taken(b, size), size);
}

function bytesBy(copy: Copy): Step {
  return (b) => {
    const size = readLength(b, at.p);
    return copy(b, taken(b, size), size);
  };
}

function stringAsBytes(copy: Copy): Step {
  return (b) => {
    const size = readLength(b, at.p);
    readText(b, at.p, size);
    return copy(b, taken(b, size), size);
  };
}
