import { isObject, isPlain } from '../data/choose.js';
import { checkOptions } from '../options-check.js';
import { Schema } from '../schema.js';
import { isBytes } from '../wire/bytes.js';
import type { FileCodec, FileCodecs } from './codecs.js';
import { FILE_LIMITS } from './parse.js';
import type { ReadOptions } from './read.js';
import type { WriteOptions } from './write.js';

/** What is of another type is refused at once: it would make another file than is meant, or an error later. */

const TOLERANCES: readonly string[] = ['nothing', 'odd', 'cut'];

function wants(name: string, what: string, isRight: boolean): void {
  if (!isRight) throw new TypeError(`${name} has to be ${what}`);
}

/** What is left out may be null, too. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null;
}

function isPlainObject(value: unknown): boolean {
  return isObject(value) && isPlain(value);
}

function checkCodecs(codecs: FileCodecs | undefined): void {
  wants('codecs', 'an object of codecs by their names', isLeftOut(codecs) || isPlainObject(codecs));
  for (const [name, codec] of Object.entries<Partial<FileCodec> | undefined>(codecs ?? {})) {
    const { unpack, pack } = codec ?? {};
    const isRight = typeof unpack === 'function' && (pack === undefined || typeof pack === 'function');
    wants(`codecs: ${name}`, 'an object with the function unpack, and pack if it writes', isRight);
  }
}

export function checkWriting(schema: unknown, options: WriteOptions): void {
  wants('the schema', 'a Schema', schema instanceof Schema);
  wants('options', 'an object', isPlainObject(options));
  const { codec, codecs, blockBytes, metadata, sync } = options;
  wants('codec', 'a name', isLeftOut(codec) || typeof codec === 'string');
  checkCodecs(codecs);
  wants('blockBytes', 'a number', isLeftOut(blockBytes) || typeof blockBytes === 'number');
  wants('metadata', 'an object of texts and bytes', isLeftOut(metadata) || isPlainObject(metadata));
  wants('sync', 'a Uint8Array', isLeftOut(sync) || isBytes(sync));
}

export function checkReading(options: ReadOptions): void {
  wants('options', 'an object', isPlainObject(options));
  const { schema, tolerance = 'odd', limits, codecs, values } = options;
  wants('schema', 'a Schema', schema === undefined || schema instanceof Schema);
  if (!TOLERANCES.includes(tolerance))
    throw new TypeError(`tolerance: ${tolerance} is none of ${TOLERANCES.join(' ')}`);
  for (const [name, limit] of Object.entries(limits ?? {})) {
    if (!(name in FILE_LIMITS) || !(limit >= 0)) throw new TypeError(`${name}: ${limit} is no limit`);
  }
  checkCodecs(codecs);
  wants('values', 'an object', isLeftOut(values) || isPlainObject(values));
  checkOptions(values ?? {});
}
