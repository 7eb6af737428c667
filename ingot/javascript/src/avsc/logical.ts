import type { ForSchemaOptions, Type } from './type.js';

/** What gives the type that a class is made for: the class may ask for it when it is made. */
let underlying: (() => Type) | undefined;

/** What users of avsc derive their logical types from. */
export class LogicalType {
  readonly #underlying = underlying;

  constructor(
    /** The schema of the type, with all its attributes. */
    readonly attributes: Readonly<Record<string, unknown>>,
    _options?: ForSchemaOptions,
  ) {}

  /** The type of the values that are written. */
  get underlyingType(): Type | undefined {
    return this.#underlying?.();
  }

  /** Adds attributes to a schema that is exported. */
  _export(_attributes: Record<string, unknown>): void {}

  /** The value that one of the base type stands for. */
  _fromValue(value: unknown): unknown {
    return value;
  }

  /** The value of the base type for one; `undefined` where it is none. */
  _toValue(value: unknown): unknown {
    return value;
  }
}

export type LogicalClass = new (
  attributes: Readonly<Record<string, unknown>>,
  options: ForSchemaOptions,
) => LogicalType;

/** An object of a class for the type of a schema. */
export function made(
  Class: LogicalClass,
  schema: Readonly<Record<string, unknown>>,
  options: ForSchemaOptions,
  base: () => Type,
): LogicalType {
  const before = underlying;
  underlying = base;
  try {
    return new Class(schema, options);
  } finally {
    underlying = before;
  }
}
