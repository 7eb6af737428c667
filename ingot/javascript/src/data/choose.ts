import { converterOf, kindOf, type Settings } from '../options.js';
import type { Field, RecordType, Type, UnionType } from '../schema/types.js';
import { isBytes, tagOf } from '../wire/bytes.js';
import { OwnView } from '../wire/node-bytes.js';

/** A value with the name of its branch, where the value alone does not tell it. */
export class Branch {
  constructor(
    /** The full name of a named type, or the word for any other. */
    readonly name: string,
    readonly value: unknown,
  ) {}
}

/** How well a value fits a type: 0 is not at all. */
type Fit = (value: unknown) => number;

const EXACT = 1e6;

/**
 * Finds the branch of a union that a value is of, or −1. The branches are asked in their order, those first whose type
 * is the value's own: an integer is an int before it is a float. Of several records, or where there is a map besides, the
 * one that has all of an object's keys is it; one alone takes any object.
 */
export function chooserOf(union: UnionType, settings: Settings): (value: unknown) => number {
  if (union.choose) return union.choose;
  const objects = union.branches.filter((branch) => kindOf(branch) === 'object');
  const fits = union.branches.map((branch) => fitOf(branch, objects.length < 2, settings));
  return (value) => {
    let best = 0;
    let found = -1;
    for (let index = 0; index < fits.length && best < EXACT; index++) {
      const fit = fits[index]!(value);
      if (fit > best) {
        best = fit;
        found = index;
      }
    }
    return found;
  };
}

function fitOf(type: Type, alone: boolean, settings: Settings): Fit {
  const converter = converterOf(type, settings);
  const base = baseFitOf(type, alone);
  // What a logical type takes for its own comes first; a value of the base type is written, too.
  return converter === undefined ? base : (value) => (converter.is(value) ? EXACT : base(value) - 2);
}

function baseFitOf(type: Type, alone: boolean): Fit {
  switch (type.type) {
    case 'null':
      return (value) => (value === null ? EXACT : 0);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? EXACT : 0);
    case 'int':
      return (value) => {
        if (typeof value !== 'number' || value !== (value | 0)) return 0;
        return Object.is(value, -0) ? 1 : EXACT;
      };
    case 'long':
      return (value) => {
        if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? EXACT : 0;
        return Number.isSafeInteger(value) ? (Object.is(value, -0) ? 1 : EXACT - 1) : 0;
      };
    case 'double':
      return (value) => (typeof value === 'number' ? EXACT - 2 : 0);
    case 'float':
      return (value) => (typeof value === 'number' ? EXACT - 3 : 0);
    case 'string':
      return (value) => (typeof value === 'string' ? EXACT - 1 : 0);
    case 'enum': {
      const symbols = new Set<unknown>(type.symbols);
      return (value) => (symbols.has(value) ? EXACT : 0);
    }
    case 'bytes':
      return (value) => (isBytes(value) ? EXACT - 1 : 0);
    case 'fixed':
      return (value) => (isBytes(value) && value.length === type.size ? EXACT : 0);
    case 'array':
      return (value) => (Array.isArray(value) ? EXACT : 0);
    case 'map':
      return (value) => (isObject(value) ? (value instanceof Map ? EXACT : 3) : 0);
    case 'record':
      return (value) => (isObject(value) && !(value instanceof Map) ? (alone ? 3 : recordFit(type, value)) : 0);
    case 'union':
      return () => 0;
  }
}

/** Whether something can be a record or a map. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value) &&
    !(value instanceof Branch)
  );
}

/** The only key of an object that is a branch of a union; nothing if it has none or more. */
export function onlyKey(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length === 1 ? keys[0] : undefined;
}

/**
 * Whether an object without keys can be meant as a map without entries, or as a record of defaults: what a Date, a Set or
 * a Promise holds would be lost.
 */
export function isPlain(value: object): boolean {
  return tagOf(value) === '[object Object]';
}

/** Whether something is an object that may be such a record: one without any of its fields only if it is plain. */
export function isRecord(type: RecordType, value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || value instanceof Map) return false;
  return (
    type.fields.some((field) => field.default?.bytes === undefined || ownField(value, field) !== undefined) ||
    isPlain(value)
  );
}

/** What is no record, but has fields. */
const OTHERS: readonly object[] = [new Map(), [], OwnView.prototype, new Branch('', 0)];

/**
 * Nothing, where the fields that have to be there tell such a record from all that is none. Else it has to be asked; of
 * plain objects only where there are no such fields, which is false.
 */
export function alikeOf(type: RecordType): boolean | undefined {
  const due = type.fields.filter((field) => field.default?.bytes === undefined);
  // A number is an array's.
  const isAlike = ({ name }: Field): boolean => +name >= 0 || OTHERS.some((other) => name in other);
  return due.every(isAlike) ? due.length > 0 : undefined;
}

/** How many of a record's fields an object has, if it has all that have no default and no others. */
function recordFit(type: RecordType, value: Record<string, unknown>): number {
  let met = 0;
  for (const field of type.fields) {
    if (ownField(value, field) !== undefined) met++;
    else if (field.default?.bytes === undefined) return 0;
  }
  const keys = Object.keys(value);
  return keys.length === met || keys.filter((key) => value[key] !== undefined).length === met ? met + 6 : 0;
}

/** The value of a field. What every object has from its prototype, such as `constructor`, is none. */
export function ownField(value: Record<string, unknown>, field: Field): unknown {
  return field.name in Object.prototype && !Object.hasOwn(value, field.name) ? undefined : value[field.name];
}
