import { DATA_LIMITS, MOST_DATA_DEPTH, type DataLimits, type SchemaLimits } from './limits.js';
import type { CustomLogical, Logical } from './schema/logical.js';
import { branchName, type FixedType, type Type, type UnionType } from './schema/types.js';
import { BufferView, type ViewClass } from './wire/node-bytes.js';

/** What values of a logical type are in JavaScript. */
export interface LogicalType {
  /** The value that a value of the base type stands for. */
  decode(base: never, logical: Logical | CustomLogical): unknown;
  /**
   * The value of the base type that is written for one; `size` is that of a fixed. What it throws is an error about the
   * value.
   */
  encode(value: never, logical: Logical | CustomLogical, size: number | undefined): unknown;
  /** Whether something is such a value: by it a branch of a union is found. */
  is(value: unknown): boolean;
}

/** How values look, and which limits hold. */
export interface Options {
  /** Reads the schema as those in files are read: what is odd about it is among the warnings. */
  lenient?: boolean;
  /**
   * `plain`: a branch of a union is found by the value. `tagged`: a value, null apart, is an object whose only key is
   * the branch's name. `ambiguous`: tagged only in unions of which two branches look alike in JavaScript.
   */
  unions?: 'plain' | 'tagged' | 'ambiguous';
  /** `number`: longs are numbers, and bigints beyond 2⁵³ − 1. `bigint`: always bigints. */
  longs?: 'number' | 'bigint';
  /** What values of logical types are, by the words of the specification; those left out are values of the base type. */
  logicalTypes?: Readonly<Record<string, LogicalType>>;
  /** The class of bytes that are read and written: `Uint8Array`, or Node's `Buffer`. */
  bytes?: 'Uint8Array' | 'Buffer';
  /** `generated` functions, or `closures`, which a page with a strict content policy allows; by default what works. */
  engine?: 'generated' | 'closures';
  /** Limits of a schema's text. */
  schemaLimits?: Partial<SchemaLimits>;
  /** Limits of data. */
  limits?: Partial<DataLimits>;
}

/** Options with all limits. */
export interface Settings extends Options {
  limits: DataLimits;
}

export function settingsOf(options: Options): Settings {
  const limits = { ...DATA_LIMITS, ...options.limits };
  return { ...options, limits: { ...limits, depth: Math.min(limits.depth, MOST_DATA_DEPTH) } };
}

/** What values of a type are, where that is not what its base type has. */
export function converterOf(type: Type, settings: Settings): LogicalType | undefined {
  const word = (type.logical ?? type.custom)?.word;
  const { logicalTypes } = settings;
  return word !== undefined && logicalTypes && Object.hasOwn(logicalTypes, word) ? logicalTypes[word] : undefined;
}

/** Makes views of bytes, of the class that the settings ask for. */
export function viewOf(settings: Settings): ViewClass {
  if (settings.bytes !== 'Buffer') return Uint8Array;
  if (BufferView === undefined) throw new TypeError('there are no Buffers in this runtime');
  return BufferView;
}

/** The name of a branch by which its values are tagged; nothing where they are not. */
export function tagOf(union: UnionType, branch: Type, settings: Settings): string | undefined {
  return branch.type !== 'null' && isTagged(union, settings) ? branchName(branch) : undefined;
}

export function isTagged(union: UnionType, settings: Settings): boolean {
  if (settings.unions !== 'ambiguous' || union.choose) return settings.unions === 'tagged';
  const kinds = union.branches.map(kindOf);
  return new Set(kinds).size < kinds.length;
}

/** What values of a type look like in JavaScript. */
export function kindOf({ type }: Type): string {
  return KINDS[type] ?? type;
}

/** Where that is not the word for the type. */
const KINDS: Readonly<Partial<Record<Type['type'], string>>> = {
  int: 'number',
  long: 'number',
  float: 'number',
  double: 'number',
  fixed: 'bytes',
  enum: 'string',
  map: 'object',
  record: 'object',
};

/** The value of the base type for one of a logical type. */
export function based(converter: LogicalType, type: Type, value: unknown): unknown {
  // No other type has a size.
  return converter.encode(value as never, (type.logical ?? type.custom)!, (type as FixedType).size);
}
