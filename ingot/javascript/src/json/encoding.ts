import { DecodeError, pathOf, shown, type Step } from '../error.js';
import { SCHEMA_LIMITS } from '../limits.js';
import type { Settings } from '../options.js';
import { simpleName } from '../schema/names.js';
import { branchName, isNamed, type RecordType, type Type } from '../schema/types.js';
import { at, readLong, shortInt } from '../wire/input.js';
import { readDouble, readFloat } from '../wire/reals.js';
import { Sink, toLatin1, toUtf8 } from '../wire/sink.js';
import { floatText } from './number.js';
import { Fault, read } from './read.js';
import { writeScalar } from './scalars.js';
import { said, type Json, type Member } from './value.js';

/**
 * The JSON encoding of the specification. Texts become bytes and bytes texts: what a value is in JavaScript is a matter
 * of the readers and writers of bytes alone.
 */

/** Fixed: so many trials may be made to find branches without names. */
const MOST_TRIALS = 1 << 18;

/** The bytes of a text's datum. */
export function fromJson(root: Type, text: string, settings: Settings, lenient: boolean): Uint8Array {
  // Each level of data takes two of JSON at most, an object and the name of a branch.
  const depth = 2 * settings.limits.depth + 2;
  let json: Json;
  try {
    json = read(text, { ...SCHEMA_LIMITS, jsonValues: Infinity, textBytes: Infinity, depth }, { floats: lenient });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new DecodeError(error.kind as 'json', error.message, '', toUtf8(text.slice(0, error.at)).length);
  }
  const writer = new FromJson(settings.limits.depth, lenient);
  writer.value(root, json);
  return writer.out.taken();
}

class FromJson {
  readonly out = new Sink();
  private steps: Step[] = [];
  private trials = MOST_TRIALS;

  constructor(
    private depth: number,
    private readonly lenient: boolean,
  ) {}

  value(type: Type, json: Json): void {
    if (type.type === 'union')
      return this.lenient ? this.anyBranch(type.branches, json) : this.branch(type.branches, json);
    if (type.type === 'array' && json.kind === 'array') {
      return this.deeper(() => {
        if (json.items.length > 0) this.out.long(json.items.length);
        json.items.forEach((inner, item) => this.within({ item }, type.items, inner));
        this.out.byte(0);
      });
    }
    if (type.type === 'map' && json.kind === 'object') {
      return this.deeper(() => {
        if (json.members.length > 0) this.out.long(json.members.length);
        for (const { key, value } of json.members) {
          this.out.run(toUtf8(key));
          this.within({ key }, type.values, value);
        }
        this.out.byte(0);
      });
    }
    if (type.type === 'record' && json.kind === 'object') return this.deeper(() => this.record(type, json.members));
    if (!writeScalar(type, json, this.out)) throw this.invalid(`${said(json)} is no ${type.type} of the schema`);
  }

  /** Leniently: the branch that is named, or else the only one that takes the value. */
  private anyBranch(branches: readonly Type[], json: Json): void {
    const { depth, steps } = this;
    const { length } = this.out;
    const tried = (write: () => void): DecodeError | undefined => {
      try {
        write();
        return undefined;
      } catch (error) {
        if (!(error instanceof DecodeError) || error.kind.startsWith('limit-')) throw error;
        return error;
      } finally {
        this.steps = steps.slice();
      }
    };
    const named = tried(() => this.branch(branches, json));
    if (named === undefined) return;
    let found: Uint8Array | undefined;
    for (const [index, branch] of branches.entries()) {
      [this.depth, this.out.length] = [depth, length];
      if (--this.trials < 0) throw this.fault('limit-trials', 'branches without names take too many trials to find');
      const wrong = tried(() => {
        this.out.long(index);
        this.value(branch, json);
      });
      if (wrong !== undefined) continue;
      if (found !== undefined) {
        throw this.invalid('the value is of more than one branch of the union: name the one that is meant');
      }
      found = this.out.taken().subarray(length);
    }
    if (found === undefined) throw named;
    [this.depth, this.out.length] = [depth, length];
    this.out.bytes(found);
  }

  private branch(branches: readonly Type[], json: Json): void {
    const only = json.kind === 'object' && json.members.length === 1 ? json.members[0] : undefined;
    if (only === undefined && json.kind !== 'null') {
      throw this.invalid('a branch of a union is null, or an object of its name and its value');
    }
    const name = only?.key ?? 'null';
    const full = indexes(branches, (branch) => branchName(branch) === name);
    const found = full.length > 0 ? full : indexes(branches, (one) => isNamed(one) && simpleName(one.name) === name);
    const [index] = found;
    if (index === undefined || found.length > 1) {
      throw this.invalid(`the union has no branch ${shown(name)}, or more than one`);
    }
    const branch = branches[index]!;
    if (branch.type === 'null' && only !== undefined) throw this.invalid('null is written without its name');
    this.out.long(index);
    this.value(branch, only?.value ?? json);
  }

  private record(type: RecordType, members: readonly Member[]): void {
    const given = new Map(members.map(({ key, value }) => [key, value]));
    for (const field of type.fields) {
      const value = given.get(field.name);
      given.delete(field.name);
      if (value !== undefined) this.within({ field: field.name }, field.type, value);
      else if (field.default?.bytes !== undefined) this.out.bytes(field.default.bytes);
      else throw this.invalid(`the field ${shown(field.name)} is missing`);
    }
    const [extra] = given.keys();
    if (extra !== undefined && !this.lenient) throw this.invalid(`${type.name} has no field ${shown(extra)}`);
  }

  private within(step: Step, type: Type, json: Json): void {
    this.steps.push(step);
    this.value(type, json);
    this.steps.pop();
  }

  private deeper(write: () => void): void {
    if (this.depth === 0) throw this.fault('limit-depth', 'values are nested too deeply');
    this.depth--;
    write();
    this.depth++;
  }

  private invalid(message: string): DecodeError {
    return this.fault('value-invalid', message);
  }

  private fault(kind: 'value-invalid' | 'limit-depth' | 'limit-trials', message: string): DecodeError {
    return new DecodeError(kind, message, pathOf(this.steps));
  }
}

function indexes(branches: readonly Type[], fits: (branch: Type) => boolean): number[] {
  return branches.flatMap((branch, index) => (fits(branch) ? [index] : []));
}

/** The text of bytes that a writer made. */
export function toJson(root: Type, bytes: Uint8Array): string {
  return new ToJson(bytes).value(root);
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

class ToJson {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  value(type: Type): string {
    switch (type.type) {
      case 'null':
        return 'null';
      case 'boolean':
        return this.bytes[this.take(1)] === 1 ? 'true' : 'false';
      case 'int':
      case 'long':
        return String(this.long());
      case 'float':
        return floating(readFloat(this.bytes, this.take(4)), floatText);
      case 'double':
        return floating(readDouble(this.bytes, this.take(8)), String);
      case 'string':
        return JSON.stringify(utf8.decode(this.run()));
      case 'bytes':
        return JSON.stringify(toLatin1(this.run()));
      case 'fixed':
        return JSON.stringify(toLatin1(this.run(type.size)));
      case 'enum':
        return JSON.stringify(type.symbols[Number(this.long())]);
      case 'array':
        return `[${this.items(() => this.value(type.items)).join(',')}]`;
      case 'map':
        return `{${this.items(() => `${JSON.stringify(utf8.decode(this.run()))}:${this.value(type.values)}`).join(',')}}`;
      case 'union': {
        const branch = type.branches[Number(this.long())]!;
        const text = this.value(branch);
        return branch.type === 'null' ? text : `{${JSON.stringify(branchName(branch))}:${text}}`;
      }
      case 'record':
        return `{${type.fields.map((field) => `${JSON.stringify(field.name)}:${this.value(field.type)}`).join(',')}}`;
    }
  }

  /** One block without a size, as this package writes it. */
  private items(item: () => string): string[] {
    const count = Number(this.long());
    const items = Array.from({ length: count }, item);
    if (count > 0) this.long();
    return items;
  }

  private take(size: number): number {
    this.at += size;
    return this.at - size;
  }

  private run(size = Number(this.long())): Uint8Array {
    const start = this.take(size);
    return this.bytes.subarray(start, start + size);
  }

  private long(): number | bigint {
    const { bytes } = this;
    const value = bytes[this.at]! < 0x80 ? shortInt(bytes, this.at) : readLong(bytes, this.at);
    this.at = at.p;
    return value;
  }
}

function floating(value: number, text: (value: number) => string): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  return Object.is(value, -0) ? '-0.0' : text(value);
}
