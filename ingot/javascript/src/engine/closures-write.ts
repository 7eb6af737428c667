import { checkOf } from '../data/checks.js';
import { alikeOf, chooserOf, isObject, isPlain, isRecord, onlyKey } from '../data/choose.js';
import { based, converterOf, isTagged, type Settings } from '../options.js';
import { branchName, type Field, type RecordType, type Type, type UnionType } from '../schema/types.js';
import { bail } from '../wire/input.js';
import { writeInt, writeLong } from '../wire/integers.js';
import { out, putBytes, putDouble, putFixed, putFloat, putRaw, putText, room } from '../wire/output.js';
import { MOST_NESTING, type Writer } from './engine.js';
import { looksRight } from './generated-write.js';
import { recordWriting } from './fields.js';

/** Functions that hold each other, where none may be made of text. */
export function closureWriter(root: Type, settings: Settings): Writer {
  return new Closures(settings).of(root);
}

class Closures {
  private readonly known = new Map<Type, Writer>();
  private nesting = 0;

  constructor(private readonly settings: Settings) {}

  of(type: Type): Writer {
    const known = this.known.get(type);
    if (known !== undefined) return known;
    // A part that contains itself finds this one first. In a long chain of types what is far is made when it is used.
    let made: Writer | undefined;
    const make = () => this.refined(type, this.bare(type));
    const late: Writer = (b, value, p, depth) => (made ??= make())(b, value, p, depth);
    this.known.set(type, late);
    if (this.nesting >= MOST_NESTING) return late;
    this.nesting++;
    made = make();
    this.nesting--;
    this.known.set(type, made);
    return made;
  }

  private refined(type: Type, write: Writer): Writer {
    const converter = converterOf(type, this.settings);
    const check = checkOf(type.logical, this.settings.limits);
    let made = write;
    if (check !== undefined) {
      made = (b, value, p, depth) =>
        looksRight(type, value) && check(value, false) === undefined ? write(b, value, p, depth) : bail();
    }
    if (converter === undefined) return made;
    const base = made;
    return (b, value, p, depth) => base(b, converter.is(value) ? based(converter, type, value) : value, p, depth);
  }

  private bare(type: Type): Writer {
    switch (type.type) {
      case 'null':
        return (_b, value, p) => (value === null ? p : bail());
      case 'boolean':
        return (b, value, p) => byte(b, value === true ? 1 : value === false ? 0 : bail(), p);
      case 'int':
        return int;
      case 'long':
        return (b, value, p) => (isInt(value) ? int(b, value, p) : writeLong(room(b, p, 10), p, value));
      case 'float':
        return (b, value, p) => putFloat(room(b, p, 4), p, value);
      case 'double':
        return (b, value, p) => putDouble(room(b, p, 8), p, value);
      case 'string':
        return (b, value, p) => putText(b, p, value, 0);
      case 'bytes':
        return (b, value, p) => putBytes(b, p, value, 0);
      case 'fixed': {
        const { size } = type;
        return (b, value, p) => putFixed(b, p, value, size, 0);
      }
      case 'enum': {
        const places = new Map<unknown, number>(type.symbols.map((symbol, index) => [symbol, index]));
        return (b, value, p) => int(b, places.get(value), p);
      }
      case 'array': {
        const items = this.of(type.items);
        return (b, value, p, depth) => {
          if (!Array.isArray(value) || depth < 1) return bail();
          const count = value.length;
          if (count > 0) p = int(b, count, p);
          for (let item = 0; item < count; item++) p = items(out.larger ?? b, value[item], p, depth - 1);
          return byte(out.larger ?? b, 0, p);
        };
      }
      case 'map': {
        const inner = this.of(type.values);
        return (b, value, p, depth) => {
          if (!isObject(value) || value instanceof Map || depth < 1) return bail();
          const keys = Object.keys(value);
          if (keys.length > 0) p = int(b, keys.length, p);
          else if (!isPlain(value)) bail();
          for (const key of keys) {
            p = putText(out.larger ?? b, p, key, 0);
            p = inner(out.larger ?? b, value[key], p, depth - 1);
          }
          return byte(out.larger ?? b, 0, p);
        };
      }
      case 'union':
        return this.union(type);
      case 'record':
        return this.record(type);
    }
  }

  private union(type: UnionType): Writer {
    const writers = type.branches.map((branch) => this.of(branch));
    const levels = type.branches.map((branch) => (branch.type === 'union' ? 1 : 0));
    const write = (b: Uint8Array, index: number, value: unknown, p: number, depth: number) => {
      const writer = writers[index];
      if (writer === undefined || depth < levels[index]!) return bail();
      p = int(b, index, p);
      return writer(out.larger ?? b, value, p, depth - levels[index]!);
    };
    const nothing = type.branches.findIndex((branch) => branch.type === 'null');
    if (!isTagged(type, this.settings)) {
      if (writers.length === 2 && nothing >= 0 && levels[1 - nothing] === 0) {
        const other = writers[1 - nothing]!;
        const [none, some] = [2 * nothing, 2 * (1 - nothing)];
        return (b, value, p, depth) => {
          if (value === null) return byte(b, none, p);
          p = byte(b, some, p);
          return other(out.larger ?? b, value, p, depth);
        };
      }
      const choose = chooserOf(type, this.settings);
      return (b, value, p, depth) => write(b, choose(value), value, p, depth);
    }
    const places = new Map<unknown, number>(type.branches.map((branch, index) => [branchName(branch), index]));
    places.delete('null');
    return (b, value, p, depth) => {
      if (value === null) return write(b, nothing, value, p, depth);
      const key = onlyKey(value);
      const place = places.get(key);
      return place === undefined ? bail() : write(b, place, (value as Record<string, unknown>)[key!], p, depth);
    };
  }

  private record(type: RecordType): Writer {
    const { fields } = type;
    const writers = fields.map((field) => this.field(field));
    const write = recordWriting(fields, writers);
    const alike = alikeOf(type);
    return (b, value, p, depth) => {
      if (typeof value !== 'object' || value === null || depth < 1) return bail();
      if (alike !== undefined && (!alike || value.constructor !== Object) && !isRecord(type, value)) return bail();
      return write(b, value as Record<string, unknown>, p, depth - 1);
    };
  }

  private field(field: Field): Writer {
    const write = this.of(field.type);
    const bytes = field.default?.bytes;
    if (bytes === undefined) return write;
    return (b, value, p, depth) => (value === undefined ? putRaw(b, p, bytes, 0) : write(b, value, p, depth));
  }
}

function isInt(value: unknown): value is number {
  return typeof value === 'number' && value === (value | 0);
}

function int(b: Uint8Array, value: unknown, p: number): number {
  return isInt(value) ? writeInt(room(b, p, 5), p, value) : bail();
}

function byte(b: Uint8Array, value: number, p: number): number {
  room(b, p, 1)[p] = value;
  return p + 1;
}
