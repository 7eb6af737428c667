/**
 * The parts of avsc 5 that most programs use, by Ingot's engine: change the import, and see the table of differences in
 * docs/from-avsc.md.
 */

import { parsed } from './json.js';
import { LogicalType } from './logical.js';
import { BlockDecoder, BlockEncoder, createFileDecoder, createFileEncoder, extractFileHeader } from './streams.js';
import { Type, type ForSchemaOptions } from './type.js';

export { createFileDecoder, createFileEncoder, extractFileHeader, Type };
export { Resolver, type ForSchemaOptions, type IsValidOptions, type ResolverOptions } from './type.js';
export type { CloneOptions } from './clone.js';
export type { LogicalClass } from './logical.js';
export type { BlockDecoderOptions, BlockEncoderOptions } from './streams.js';

export const streams = { BlockDecoder, BlockEncoder };
export const types = { LogicalType };

/** The type of a schema, which may also be a text in JSON. */
export function parse(schema: unknown, options?: ForSchemaOptions): Type {
  if (typeof schema !== 'string') return Type.forSchema(schema, options);
  const isJson = /^\s*[[{"]/.test(schema);
  return Type.forSchema(isJson ? parsed(schema) : schema, options);
}
