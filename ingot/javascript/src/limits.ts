/** What a schema's text may take at most. */
export interface SchemaLimits {
  /** Bytes of the text; and of all full names in it, the namespaces that they inherit included. */
  textBytes: number;
  /** JSON values in the text. */
  jsonValues: number;
  /** Nesting of JSON values, and of values of defaults; 500 at most. */
  depth: number;
  /** Types, references to named ones included. */
  nodes: number;
  /** Symbols of an enum, branches of a union. */
  symbols: number;
  /** Values in all defaults, long texts as several, and steps to find their branches. */
  defaultValues: number;
}

/** What a datum may take at most. */
export interface DataLimits {
  /** Nesting of records, arrays and maps, read and written; 1,000 at most. */
  depth: number;
  /** Items that take no bytes, in all arrays of a datum together. */
  zeroWidth: number;
  /** Bytes of a decimal. */
  decimalBytes: number;
  /** Scale of a big decimal, either way. */
  bigDecimalScale: number;
}

export const MOST_SCHEMA_DEPTH = 500;
export const MOST_DATA_DEPTH = 1000;

export const SCHEMA_LIMITS: Readonly<SchemaLimits> = {
  textBytes: 16 << 20,
  jsonValues: 1 << 18,
  depth: 256,
  nodes: 1 << 16,
  symbols: 1 << 16,
  defaultValues: 1 << 18,
};

export const DATA_LIMITS: Readonly<DataLimits> = {
  depth: 100,
  zeroWidth: 1 << 20,
  decimalBytes: 1024,
  bigDecimalScale: 65536,
};
