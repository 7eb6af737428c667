import type { SchemaError } from '../error.js';
import type { Json, Member } from '../json/value.js';
import type { CustomLogical, Logical } from './logical.js';

export type Primitive = 'null' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes' | 'string';

/** A type of a schema. Types that contain themselves do so by reference. */
export type Type = PrimitiveType | FixedType | EnumType | ArrayType | MapType | UnionType | RecordType;
export type NamedType = FixedType | EnumType | RecordType;

interface Base {
  /** Its place among the types of its schema. */
  readonly id: number;
  /** What its values stand for. */
  logical?: Logical;
  /** The logical type of a word that is none of the specification's. */
  custom?: CustomLogical;
  /** Attributes that the specification does not name. */
  properties: readonly Member[];
  /** How few bytes a value may have, never too many: a recursive part counts nothing. */
  least: number;
  /** How deeply its values may be nested; infinite where it contains itself. */
  height: number;
}

interface Named extends Base {
  /** The full name, as in `shop.Coupon`. */
  readonly name: string;
  /** Full names by which a writer's type is known, too. */
  readonly aliases: readonly string[];
  readonly doc?: string;
}

export interface PrimitiveType extends Base {
  readonly type: Primitive;
}

export interface FixedType extends Named {
  readonly type: 'fixed';
  size: number;
}

export interface EnumType extends Named {
  readonly type: 'enum';
  symbols: readonly string[];
  /** What a reader takes for symbols that it does not know. */
  default?: string;
}

export interface ArrayType extends Base {
  readonly type: 'array';
  items: Type;
}

export interface MapType extends Base {
  readonly type: 'map';
  values: Type;
}

export interface UnionType extends Base {
  readonly type: 'union';
  branches: readonly Type[];
  /** Finds the branch of a value, which is not tagged then. Where it is left out, types tell. @internal */
  choose?: (value: unknown) => number;
}

export interface RecordType extends Named {
  readonly type: 'record';
  readonly isError: boolean;
  fields: readonly Field[];
  /** How many of its fields may take no bytes: a record of few bytes can be there often. */
  empty: number;
}

export interface Field {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly doc?: string;
  type: Type;
  readonly default?: Default;
  readonly order: Order;
  readonly properties: readonly Member[];
}

export type Order = 'ascending' | 'descending' | 'ignore';

export interface Default {
  readonly json: Json;
  /** The default as it is read. Not there where a lenient reader found that it is no value of the field's type. */
  made?: Uint8Array;
  /** The same as it is written where the field is missing. Not there, either, where its logical type refuses it. */
  bytes?: Uint8Array;
  /** Why its logical type refuses it, for an error about the field that is missing. */
  refused?: string;
  /** How many values it makes. */
  weight: number;
}

const PRIMITIVES: ReadonlySet<string> = new Set([
  'null',
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'bytes',
  'string',
] satisfies Primitive[]);

export function isPrimitive(word: string): word is Primitive {
  return PRIMITIVES.has(word);
}

export function isNamed(type: Type): type is NamedType {
  return type.type === 'record' || type.type === 'enum' || type.type === 'fixed';
}

/** The full name of a named type, and the word for any other: by it a union tells its branches apart. */
export function branchName(type: Type): string {
  return isNamed(type) ? type.name : type.type;
}

/** A type as errors call it. */
export function described(type: Type): string {
  return isNamed(type) ? `the ${type.type} ${type.name}` : type.type;
}

/** The types that a type is made of, one for each place. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.type) {
    case 'array':
      return [type.items];
    case 'map':
      return [type.values];
    case 'union':
      return type.branches;
    case 'record':
      return type.fields.map((field) => field.type);
    default:
      return [];
  }
}

/** A schema that was read, whose values are `Out`; those that can be written are `In`. */
export interface Parsed<Out = unknown, In = Out> {
  /** The type of the whole. */
  readonly root: Type;
  /** All types of the schema, the whole among them. */
  readonly types: readonly Type[];
  /** What is odd about it, though it was read: up to a thousand of it. */
  readonly warnings: readonly SchemaError[];
  /** How many more warnings there were. */
  readonly warningsLeftOff: number;
  /** For the compiler alone: there is no such member. */
  readonly values?: { out: Out; in: In };
}
