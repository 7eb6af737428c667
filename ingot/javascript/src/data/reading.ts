import { converterOf, tagOf, viewOf, type LogicalType, type Settings } from '../options.js';
import type { CustomLogical, Logical } from '../schema/logical.js';
import type { Type } from '../schema/types.js';
import { at, copierOf, readBytes } from '../wire/input.js';
import { checkOf, type Check } from './checks.js';
import type { Exact } from './exact.js';

/** What a reader does: a plan, made of one schema, or of a writer's and a reader's. Engines are made of it. */
export type Read = ReadBase & ReadOp;

export interface ReadBase {
  /** How few bytes a value has, never too many. */
  least: number;
  /** What the reader's logical type asks of a value. */
  check?: Check;
  /** What a value becomes. */
  convert?: (value: unknown) => unknown;
}

export type Number32 = 'int' | 'long' | 'float' | 'double';

export type ReadOp =
  | { op: 'null' | 'boolean' | 'float' | 'double' }
  | { op: 'int' | 'long'; to: Number32; big: boolean }
  | { op: 'string' | 'bytes'; text: boolean; copy: Copy }
  | { op: 'fixed'; size: number; copy: Copy }
  /** For each symbol of the writer's the reader's, or none. */
  | { op: 'enum'; symbols: readonly (string | undefined)[] }
  | { op: 'array'; items: Read }
  | { op: 'map'; values: Read }
  /** The writer's union. */
  | { op: 'union'; branches: readonly Read[] }
  /** A branch of the reader's union, named. */
  | { op: 'tagged'; tag: string; inner: Read }
  | RecordRead
  /** Data that the reader's schema does not have. */
  | { op: 'never'; message: string };

/** Makes bytes of a part of others. */
export type Copy = (b: Uint8Array, p: number, size: number) => Uint8Array;

export interface RecordRead {
  op: 'record';
  /** In the order of the bytes; defaults stand where it does not matter. */
  actions: readonly Action[];
  /** In the reader's order, which values have. */
  names: readonly string[];
  /** How many values a record has that may take no bytes. */
  empty: number;
}

export type Action =
  | { do: 'read'; from: string; into: number; read: Read }
  /** What the reader does not have, passed over: fast, giving the offset behind it; or exactly. */
  | { do: 'skip'; from: string; fast: (b: Uint8Array, p: number, depth: number) => number; exact: (by: Exact) => void }
  | { do: 'default'; into: number; read: Read; bytes: Uint8Array };

/** The plan that reads data of one schema. */
export function readingOf(root: Type, settings: Settings): Read {
  const readings = new Readings(settings);
  const read = readings.of(root);
  readings.finish();
  return read;
}

export class Readings {
  private readonly known = new Map<Type, Read>();
  private readonly todo: Type[] = [];

  /** How bytes are copied out of the input. */
  readonly copy: Copy;

  constructor(readonly settings: Settings) {
    this.copy = settings.bytes === 'Buffer' ? copierOf(viewOf(settings)) : readBytes;
  }

  /** The plan of a type, which may contain itself. */
  of(type: Type): Read {
    const known = this.known.get(type);
    if (known !== undefined) return known;
    const read = { least: type.least, ...this.logical(type) } as Read;
    this.known.set(type, read);
    this.todo.push(type);
    return read;
  }

  /** Fills the plans that were given out. Not at once: a schema may be a chain of types of any length. */
  finish(): void {
    for (let type = this.todo.pop(); type !== undefined; type = this.todo.pop()) {
      Object.assign(this.known.get(type)!, this.op(type));
    }
  }

  /** What the logical type of a reader's type asks, and what it makes of values. */
  logical(type: Type): Pick<ReadBase, 'check' | 'convert'> {
    const check = checkOf(type.logical, this.settings.limits);
    const converter = converterOf(type, this.settings);
    return {
      ...(check === undefined ? {} : { check }),
      ...(converter === undefined ? {} : { convert: decoder(converter, (type.logical ?? type.custom)!) }),
    };
  }

  private op(type: Type): ReadOp {
    const big = this.settings.longs === 'bigint';
    switch (type.type) {
      case 'null':
      case 'boolean':
      case 'float':
      case 'double':
        return { op: type.type };
      case 'int':
      case 'long':
        return { op: type.type, to: type.type, big };
      case 'bytes':
      case 'string':
        return { op: type.type, text: type.type === 'string', copy: this.copy };
      case 'fixed':
        return { op: 'fixed', size: type.size, copy: this.copy };
      case 'enum':
        return { op: 'enum', symbols: type.symbols };
      case 'array':
        return { op: 'array', items: this.of(type.items) };
      case 'map':
        return { op: 'map', values: this.of(type.values) };
      case 'union': {
        const branches = type.branches.map((branch) => {
          const tag = tagOf(type, branch, this.settings);
          return tag === undefined ? this.of(branch) : tagged(tag, this.of(branch));
        });
        return { op: 'union', branches };
      }
      case 'record': {
        const actions = type.fields.map(({ name, type: inner }, into): Action => ({
          do: 'read',
          from: name,
          into,
          read: this.of(inner),
        }));
        return { op: 'record', actions, names: type.fields.map(({ name }) => name), empty: type.empty };
      }
    }
  }
}

/** What is read of a branch, its name apart. */
export function untagged(read: Read): Read {
  return read.op === 'tagged' ? read.inner : read;
}

export function tagged(tag: string, inner: Read): Read {
  return { op: 'tagged', tag, inner, least: inner.least };
}

function decoder(converter: LogicalType, logical: Logical | CustomLogical): (value: unknown) => unknown {
  return (value) => {
    // It may read other bytes.
    const { p, z } = at;
    const made = converter.decode(value as never, logical);
    [at.p, at.z] = [p, z];
    return made;
  };
}
