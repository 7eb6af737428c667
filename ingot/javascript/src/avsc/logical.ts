/** What users of avsc derive their logical types from. */
export class LogicalType {
  constructor(
    /** The attributes of the type. */
    readonly attributes: Readonly<Record<string, unknown>>,
  ) {}

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

export type LogicalClass = new (attributes: Readonly<Record<string, unknown>>) => LogicalType;
