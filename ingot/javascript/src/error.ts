/** What kind of thing is wrong with a schema, or odd about it: the same words in every language. */
export type SchemaKind =
  | 'json'
  | 'key-duplicate'
  | 'type-invalid'
  | 'type-nested'
  | 'attribute-missing'
  | 'attribute-invalid'
  | 'name-invalid'
  | 'name-reserved'
  | 'name-duplicate'
  | 'name-unknown'
  | 'name-bare'
  | 'field-duplicate'
  | 'symbol-invalid'
  | 'symbol-duplicate'
  | 'symbol-missing'
  | 'union-empty'
  | 'union-nested'
  | 'union-duplicate'
  | 'default-invalid'
  | 'record-endless'
  | 'logical-ignored'
  | 'limit-text'
  | 'limit-json-values'
  | 'limit-depth'
  | 'limit-nodes'
  | 'limit-symbols'
  | 'limit-defaults';

/** What kind of thing is wrong with a datum or a message. */
export type DataKind =
  | 'end-of-input'
  | 'bytes-left'
  | 'varint-invalid'
  | 'int-range'
  | 'boolean-invalid'
  | 'length-negative'
  | 'count-invalid'
  | 'block-size'
  | 'enum-index'
  | 'union-index'
  | 'utf8-invalid'
  | 'value-invalid'
  | 'type-mismatch'
  | 'logical-invalid'
  | 'resolution'
  | 'resolution-datum'
  | 'order-undefined'
  | 'framing-invalid'
  | 'schema-unknown'
  | 'limit-depth'
  | 'limit-zero-width'
  | 'limit-trials'
  | 'limit-decimal'
  | 'json'
  | 'key-duplicate'
  | 'limit-text'
  | 'limit-json-values';

/** What kind of thing is wrong with a container file. */
export type FileKind =
  | 'magic'
  | 'schema-missing'
  | 'key-duplicate'
  | 'codec-unknown'
  | 'codec-data'
  | 'sync-mismatch'
  | 'limit-block'
  | 'limit-header'
  | 'io';

/** An error of this package. Decide by `kind`, never by the words of the message. */
export class IngotError<K extends string = string> extends Error {
  override name = 'IngotError';
  /** What kind of thing is wrong. */
  readonly kind: K;
  /** Where: the path in a schema's text from `$`, or in the data, as in `coupon.object[3].price`; empty for the whole. */
  readonly path: string;
  /** The offset in bytes, where something was read from a text or from bytes. */
  readonly offset: number | undefined;

  constructor(kind: K, message: string, path = '', offset?: number) {
    super(message);
    this.kind = kind;
    this.path = path;
    this.offset = offset;
  }
}

/** Where in a schema's text something stands. */
export interface Place {
  /** The path from the whole text, `$`, as in `$.fields[2].type`. */
  path: string;
  /** The line, from 1. */
  line: number;
  /** The column in characters, from 1. */
  column: number;
  /** The offset in bytes of UTF-8, from 0. */
  offset: number;
}

/** What is wrong with a schema, and where; or, among its warnings, what is odd about it. */
export class SchemaError extends IngotError<SchemaKind> {
  override name = 'SchemaError';
  readonly place: Place;

  constructor(kind: SchemaKind, place: Place, message: string) {
    super(kind, `line ${place.line}, column ${place.column} (${place.path}): ${message}`, place.path, place.offset);
    this.place = place;
  }
}

/** The line of an error about data. */
function dataLine(message: string, path: string, offset: number | undefined): string {
  return `${path === '' ? 'the datum' : path}${offset === undefined ? '' : `, byte ${offset}`}: ${message}`;
}

/** A value that cannot be written by its schema. */
export class EncodeError extends IngotError<DataKind> {
  override name = 'EncodeError';

  constructor(kind: DataKind, message: string, path = '') {
    super(kind, dataLine(message, path, undefined), path);
  }
}

/** Bytes, or a text in JSON, that are no datum of their schema. */
export class DecodeError extends IngotError<DataKind> {
  override name = 'DecodeError';
  /** The message without the place. */
  readonly reason: string;

  constructor(kind: DataKind, message: string, path = '', offset?: number) {
    super(kind, dataLine(message, path, offset), path, offset);
    this.reason = message;
  }
}

/** Two schemas of which the one cannot read what the other writes. */
export class ResolutionError extends IngotError<'resolution'> {
  override name = 'ResolutionError';
  /** Every reason, with its path. */
  readonly reasons: readonly Reason[];

  constructor(reasons: readonly Reason[]) {
    const first = reasons[0];
    const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : '';
    super('resolution', first === undefined ? 'the schemas do not fit' : `${reasonLine(first)}${more}`, first?.path);
    this.reasons = reasons;
  }
}

/** Why a reader's schema cannot read a writer's. */
export interface Reason {
  kind: 'type' | 'name' | 'size' | 'scale' | 'field-missing' | 'alias-clash' | 'symbol-missing' | 'branch' | 'limit';
  path: string;
  message: string;
}

export function reasonLine(reason: Reason): string {
  return `${reason.path === '' ? 'the whole' : reason.path}: ${reason.message}`;
}

/** A container file that cannot be read or written. */
export class FileError extends IngotError<FileKind | DataKind | SchemaKind> {
  override name = 'FileError';

  constructor(kind: FileKind | DataKind | SchemaKind, message: string, offset?: number, path = '') {
    super(kind, offset === undefined ? message : `byte ${offset}: ${message}`, path, offset);
  }
}

/** What something that was thrown says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A text of others in an error: in quotes, and not too long. */
export function shown(text: string): string {
  return JSON.stringify(cut(text));
}

/** Not more than forty characters of a text. */
export function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** One step of a path in data: a field's name, an item's place, or an entry's key. */
export type Step = { field: string } | { item: number } | { key: string };

export function pathOf(steps: readonly Step[]): string {
  let path = '';
  for (const step of steps) {
    if ('field' in step) path += (path === '' ? '' : '.') + cut(step.field);
    else if ('item' in step) path += `[${step.item}]`;
    else path += `{${shown(step.key)}}`;
  }
  return path;
}
