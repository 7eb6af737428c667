export { Codec } from './codec.js';
export { Branch } from './data/choose.js';
export type { DecodeOptions } from './data/decoder.js';
export type { Engine } from './engine/make.js';
export {
  DecodeError,
  EncodeError,
  FileError,
  IngotError,
  ResolutionError,
  SchemaError,
  type DataKind,
  type FileKind,
  type Place,
  type Reason,
  type SchemaKind,
} from './error.js';
export type { DataLimits, SchemaLimits } from './limits.js';
export { Decimal, Duration, LOGICAL_TYPES } from './logical.js';
export type { LogicalType, Options } from './options.js';
export type { Form } from './schema/canonical.js';
export type { Logical } from './schema/logical.js';
export { parseSchema } from './schema/given.js';
export type * from './schema/types.js';
export type { CodecName, FileCodec, FileCodecs } from './container/codecs.js';
export type { Block, FileLimits, Tolerance } from './container/parse.js';
export { FileBytes, FileStream, recordsOf, type ReadOptions, type Source } from './container/read.js';
export { bytesOfRecords, fileChunks, fileOf, type WriteOptions } from './container/write.js';
export { registryMessage, singleObject } from './data/framing.js';
export type { Matching } from './resolve/pairs.js';
export { Resolver } from './resolve/resolver.js';
export { declarations } from './types/declare.js';
export { TEMPORAL_TYPES } from './temporal.js';
export type { InputOf, ValueOf } from './types/literal.js';
export type { Bytes } from './wire/bytes.js';
export { Schema } from './schema.js';
