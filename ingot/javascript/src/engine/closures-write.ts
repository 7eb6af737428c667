import { checkOf } from '../data/checks.js';
import { chooserOf, isObject, ownField } from '../data/choose.js';
import { based, converterOf, isTagged, type Settings } from '../options.js';
import { branchName, type RecordType, type Type, type UnionType } from '../schema/types.js';
import { bail } from '../wire/input.js';
import { putBytes, putDouble, putFixed, putFloat, putRaw, putText, room, writeInt, writeLong } from '../wire/output.js';
import { MOST_NESTING, type Writer } from './engine.js';
import { looksRight, onlyKey } from './generated-write.js';

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
    const late: Writer = (value, p, depth) => (made ??= make())(value, p, depth);
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
      made = (value, p, depth) =>
        looksRight(type, value) && check(value, false) === undefined ? write(value, p, depth) : bail();
    }
    if (converter === undefined) return made;
    const base = made;
    return (value, p, depth) => base(converter.is(value) ? based(converter, type, value) : value, p, depth);
  }

  private bare(type: Type): Writer {
    switch (type.type) {
      case 'null':
        return (value, p) => (value === null ? p : bail());
      case 'boolean':
        return (value, p) => {
          room(p, 1)[p] = value === true ? 1 : value === false ? 0 : bail();
          return p + 1;
        };
      case 'int':
        return int;
      case 'long':
        return (value, p) => (isInt(value) ? int(value, p) : writeLong(room(p, 10), p, value));
      case 'float':
        return (value, p) => putFloat(room(p, 4), p, value);
      case 'double':
        return (value, p) => putDouble(room(p, 8), p, value);
      case 'string':
        return (value, p) => putText(p, value, 0);
      case 'bytes':
        return (value, p) => putBytes(p, value, 0);
      case 'fixed': {
        const { size } = type;
        return (value, p) => putFixed(p, value, size, 0);
      }
      case 'enum': {
        const places = new Map<unknown, number>(type.symbols.map((symbol, index) => [symbol, index]));
        return (value, p) => int(places.get(value), p);
      }
      case 'array': {
        const items = this.of(type.items);
        return (value, p, depth) => {
          if (!Array.isArray(value) || depth < 1) return bail();
          const count = value.length;
          if (count > 0) p = int(count, p);
          for (let item = 0; item < count; item++) p = items(value[item], p, depth - 1);
          room(p, 1)[p] = 0;
          return p + 1;
        };
      }
      case 'map': {
        const inner = this.of(type.values);
        return (value, p, depth) => {
          if (!isObject(value) || value instanceof Map || depth < 1) return bail();
          const keys = Object.keys(value);
          if (keys.length > 0) p = int(keys.length, p);
          for (const key of keys) p = inner(value[key], putText(p, key, 0), depth - 1);
          room(p, 1)[p] = 0;
          return p + 1;
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
    const write = (index: number, value: unknown, p: number, depth: number) => {
      const writer = writers[index];
      if (writer === undefined || depth < levels[index]!) return bail();
      return writer(value, int(index, p), depth - levels[index]!);
    };
    const nothing = type.branches.findIndex((branch) => branch.type === 'null');
    if (!isTagged(type, this.settings)) {
      if (writers.length === 2 && nothing >= 0 && levels[1 - nothing] === 0) {
        const other = writers[1 - nothing]!;
        const [none, some] = [2 * nothing, 2 * (1 - nothing)];
        return (value, p, depth) => {
          room(p, 1)[p] = value === null ? none : some;
          return value === null ? p + 1 : other(value, p + 1, depth);
        };
      }
      const choose = chooserOf(type, this.settings);
      return (value, p, depth) => write(choose(value), value, p, depth);
    }
    const places = new Map<unknown, number>(type.branches.map((branch, index) => [branchName(branch), index]));
    places.delete('null');
    return (value, p, depth) => {
      if (value === null) return write(nothing, value, p, depth);
      const key = onlyKey(value);
      const place = places.get(key);
      return place === undefined ? bail() : write(place, (value as Record<string, unknown>)[key!], p, depth);
    };
  }

  private record(type: RecordType): Writer {
    const fields = type.fields.map((field) => {
      const { name } = field;
      const bytes = field.default?.bytes;
      const isPlain = bytes === undefined && !(name in Object.prototype);
      return { name, field, bytes, kind: isPlain ? this.kindOf(field.type) : 'odd', write: this.of(field.type) };
    });
    return (value, p, depth) => {
      if (!isObject(value) || value instanceof Map || depth < 1) return bail();
      for (let index = 0; index < fields.length; index++) {
        const { name, field, bytes, kind, write } = fields[index]!;
        // Values without parts are written here: a call through a closure costs more than they do.
        if (kind === 'text') p = putText(p, value[name], 0);
        else if (kind === 'int') p = int(value[name], p);
        else if (kind === 'double') p = putDouble(room(p, 8), p, value[name]);
        else if (kind === 'other') p = write(value[name], p, depth - 1);
        else {
          const inner = ownField(value, field);
          p = inner === undefined && bytes !== undefined ? putRaw(p, bytes, 0) : write(inner, p, depth - 1);
        }
      }
      return p;
    };
  }

  /** How a field is written: by the record's own function, or by another. */
  private kindOf(type: Type): 'text' | 'int' | 'double' | 'other' {
    if (type.logical !== undefined || type.custom !== undefined) return 'other';
    return type.type === 'string' ? 'text' : type.type === 'int' || type.type === 'double' ? type.type : 'other';
  }
}

function isInt(value: unknown): value is number {
  return typeof value === 'number' && value === (value | 0);
}

function int(value: unknown, p: number): number {
  return isInt(value) ? writeInt(room(p, 5), p, value) : bail();
}
