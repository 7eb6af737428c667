// The entry `ingot/codec`: writing and reading values, for programs that have to stay small.
export { Codec } from './codec.js';
export { Branch } from './data/choose.js';
export type { DecodeOptions } from './data/decoder.js';
export type { Engine } from './engine/make.js';
export {
  DecodeError,
  EncodeError,
  IngotError,
  SchemaError,
  type DataKind,
  type Place,
  type SchemaKind,
} from './error.js';
export type { DataLimits, SchemaLimits } from './limits.js';
export { Decimal, Duration, LOGICAL_TYPES } from './logical.js';
export type { LogicalType, Options } from './options.js';
export type { Logical } from './schema/logical.js';
export { parseSchema } from './schema/given.js';
export { linked, type Row, type Table } from './schema/table.js';
export type * from './schema/types.js';
export { TEMPORAL_TYPES } from './temporal.js';
export type { InputOf, ValueOf } from './types/literal.js';
export type { Bytes } from './wire/bytes.js';
