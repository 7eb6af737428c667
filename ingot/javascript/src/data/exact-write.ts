import { EncodeError, messageOf, pathOf, shown, type DataKind, type Step } from '../error.js';
import { based, converterOf, isTagged, type Settings } from '../options.js';
import { branchName, described, type MapType, type RecordType, type Type, type UnionType } from '../schema/types.js';
import { isWellFormed } from '../wire/well-formed.js';
import { isBytes } from '../wire/bytes.js';
import { isBeyondFloat } from '../wire/reals.js';
import { Sink, toUtf8 } from '../wire/sink.js';
import { Branch, chooserOf, isObject, isPlain, isRecord, onlyKey, ownField } from './choose.js';
import { checkOf } from './checks.js';

/**
 * Writes step by step, and says what is wrong, in which part. The fast writers leave to it what is out of the ordinary,
 * such as maps that are Maps, and branches that are named.
 */
export class ExactWriter {
  readonly out = new Sink();
  private depth: number;
  private readonly steps: Step[] = [];

  constructor(private readonly settings: Settings) {
    this.depth = settings.limits.depth;
  }

  value(type: Type, value: unknown): void {
    const converter = converterOf(type, this.settings);
    if (converter?.is(value)) {
      try {
        value = based(converter, type, value);
      } catch (error) {
        throw this.fault('logical-invalid', messageOf(error));
      }
    }
    if (type.type === 'union') this.union(type, value);
    else if (type.type === 'array' && Array.isArray(value)) this.array(type.items, value);
    else if (type.type === 'map' && isObject(value)) this.map(type, value);
    else if (type.type === 'record' && isRecord(type, value)) this.record(type, value);
    else this.scalar(type, value);
    const complaint = checkOf(type.logical, this.settings.limits)?.(value, false);
    if (complaint !== undefined) throw this.fault(complaint[0], complaint[1]);
  }

  fault(kind: DataKind, message: string): EncodeError {
    return new EncodeError(kind, message, pathOf(this.steps));
  }

  private scalar(type: Type, value: unknown): void {
    const { out } = this;
    switch (type.type) {
      case 'null':
        if (value === null) return;
        break;
      case 'boolean':
        if (typeof value === 'boolean') return out.byte(value ? 1 : 0);
        break;
      case 'int':
        if (typeof value === 'number' && value === (value | 0)) return out.long(value);
        break;
      case 'long':
        if (typeof value === 'bigint') {
          if (BigInt.asIntN(64, value) === value) return out.long(value);
          throw this.invalid(`${cutNumber(value)} is beyond 64 bits`);
        }
        if (Number.isSafeInteger(value)) return out.long(value as number);
        if (!Number.isInteger(value)) break;
        throw this.invalid(`the number ${String(value)} may be rounded: beyond 2^53 - 1 write a bigint`);
      case 'float':
      case 'double':
        if (typeof value !== 'number') break;
        if (type.type === 'double') return out.double(value);
        if (!isBeyondFloat(value)) return out.float(value);
        throw this.invalid(`${value} is beyond what a float holds`);
      case 'string':
        if (typeof value === 'string') return out.run(this.text(value));
        break;
      case 'enum': {
        const index = typeof value === 'string' ? type.symbols.indexOf(value) : -1;
        if (index >= 0) return out.long(index);
        break;
      }
      case 'bytes':
        if (isBytes(value)) return out.run(value);
        break;
      case 'fixed':
        if (!isBytes(value)) break;
        if (value.length === type.size) return out.bytes(value);
        throw this.invalid(`${value.length} bytes for ${type.name}, which has ${type.size}`);
    }
    throw this.wrong(type, value);
  }

  private text(value: string): Uint8Array {
    if (!isWellFormed(value)) throw this.invalid('half of a surrogate pair, which UTF-8 does not have');
    return toUtf8(value);
  }

  private array(items: Type, values: readonly unknown[]): void {
    this.enter();
    const count = values.length;
    if (count > 0) this.out.long(count);
    for (let item = 0; item < count; item++) this.within({ item }, items, values[item]);
    this.depth++;
    this.out.byte(0);
  }

  private map(type: MapType, value: Record<string, unknown>): void {
    this.enter();
    const isMap = value instanceof Map;
    const entries: [unknown, unknown][] = isMap ? [...value] : Object.entries(value);
    if (entries.length === 0 && !isMap && !isPlain(value)) throw this.wrong(type, value);
    if (entries.length > 0) this.out.long(entries.length);
    for (const [key, inner] of entries) {
      if (typeof key !== 'string') throw this.invalid(`a key of a map is ${said(key)}, not a string`);
      this.out.run(this.text(key));
      this.within({ key }, type.values, inner);
    }
    this.depth++;
    this.out.byte(0);
  }

  private record(type: RecordType, value: Record<string, unknown>): void {
    this.enter();
    for (const field of type.fields) {
      const inner = ownField(value, field);
      const bytes = field.default?.bytes;
      if (inner === undefined && bytes !== undefined) this.out.bytes(bytes);
      else if (inner === undefined && !Object.hasOwn(value, field.name)) {
        throw this.invalid(`the field ${shown(field.name)} is missing${field.default?.refused ?? ''}`);
      } else this.within({ field: field.name }, field.type, inner);
    }
    this.depth++;
  }

  private union(union: UnionType, value: unknown): void {
    const { branches } = union;
    let index: number;
    let inner = value;
    if (value instanceof Branch) {
      index = branches.findIndex((branch) => branchName(branch) === value.name);
      inner = value.value;
    } else if (isTagged(union, this.settings) && value !== null) {
      const key = onlyKey(value);
      index = branches.findIndex((one) => one.type !== 'null' && branchName(one) === key);
      if (index >= 0) inner = (value as Record<string, unknown>)[key!];
    } else {
      index = chooserOf(union, this.settings)(value);
    }
    const branch = branches[index];
    if (branch === undefined) {
      const names = branches.map(branchName).join(', ').slice(0, 200);
      throw this.invalid(`${said(value)} is of no branch of the union of ${names}`);
    }
    this.out.long(index);
    const isWithin = branch.type === 'union';
    if (isWithin) this.enter();
    this.value(branch, inner);
    if (isWithin) this.depth++;
  }

  private within(step: Step, type: Type, value: unknown): void {
    this.steps.push(step);
    this.value(type, value);
    this.steps.pop();
  }

  /** Each level of data takes few calls of functions: a thousand have to fit on the stack. */
  private enter(): void {
    if (this.depth === 0) throw this.fault('limit-depth', 'values are nested too deeply');
    this.depth--;
  }

  private invalid(message: string): EncodeError {
    return this.fault('value-invalid', message);
  }

  private wrong(type: Type, value: unknown): EncodeError {
    return this.invalid(`${said(value)}, not ${described(type)}`);
  }
}

/** What a value is, as errors call it; calls nothing of the value's own. */
function said(value: unknown): string {
  if (typeof value === 'string') return shown(value);
  if (typeof value === 'bigint') return `${cutNumber(value)}n`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  return Array.isArray(value) ? 'an array' : isBytes(value) ? 'bytes' : 'an object';
}

function cutNumber(value: bigint): string {
  return BigInt.asIntN(128, value) === value ? String(value) : 'an integer of more than 128 bits';
}
