import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';

import { FILE_LIMITS } from '../container/parse.js';
import { FileFeed } from '../container/read.js';
import { Blocks, type WriteOptions } from '../container/write.js';
import { Schema } from '../schema.js';
import { isBytes } from '../wire/bytes.js';
import { parsed } from './json.js';
import { Type } from './type.js';

export interface BlockDecoderOptions {
  /** The type of the records; that of the file where it is left out. */
  readerSchema?: unknown;
  wrapUnions?: boolean | 'auto' | 'always' | 'never';
}

/** The bytes of a file become its records; `metadata` tells the type and the codec. */
export class BlockDecoder extends Transform {
  private readonly feed: FileFeed;
  private readonly reader: Type | undefined;

  constructor(options: BlockDecoderOptions = {}) {
    super({ readableObjectMode: true });
    const { readerSchema, wrapUnions } = options;
    const type = Type.forSchema(readerSchema ?? 'null', wrapUnions === undefined ? {} : { wrapUnions });
    const values = type.by.optionsInUse;
    this.reader = readerSchema === undefined ? undefined : type;
    this.feed = new FileFeed({ values, ...(readerSchema === undefined ? {} : { schema: type.by }) });
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: TransformCallback): void {
    this.advance(() => this.feed.push(chunk), done);
  }

  override _flush(done: TransformCallback): void {
    this.advance(() => this.feed.end(), done);
  }

  private advance(step: () => boolean, done: TransformCallback): void {
    try {
      if (step()) {
        const type = Type.of(this.feed.schema);
        this.reader?.createResolver(type);
        this.emit('metadata', type, this.feed.codec, headerOf(this.feed));
      }
      this.feed.drain((value) => {
        // It would be the stream's end.
        if (value === null) throw new TypeError('a stream of Node cannot hold null: read such files by FileBytes');
        this.push(value);
      });
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  static readonly getDefaultCodecs = defaultCodecs;
  static readonly defaultCodecs = defaultCodecs;
}

/** The names of avsc's codecs, which are built in here. */
function defaultCodecs(): Record<string, undefined> {
  return { null: undefined, deflate: undefined };
}

const MAGIC = Buffer.from('Obj\u0001', 'latin1');

/** A file's header as avsc has it. */
function headerOf(file: { metadata: ReadonlyMap<string, Uint8Array>; sync: Uint8Array }): FileHeader {
  const meta = Object.fromEntries(Array.from(file.metadata, ([name, bytes]) => [name, Buffer.from(bytes)]));
  return { magic: Buffer.from(MAGIC), meta, sync: Buffer.from(file.sync) };
}

export interface FileHeader {
  magic: Buffer;
  meta: Record<string, unknown>;
  sync: Buffer;
}

export interface BlockEncoderOptions {
  /** Bytes of a block before it is packed; 64 KiB by default. */
  blockSize?: number;
  codec?: string;
  /** Further entries of the header. */
  metadata?: Readonly<Record<string, Uint8Array>>;
  writeHeader?: boolean | 'always' | 'never' | 'auto';
  syncMarker?: Uint8Array;
}

/** Refuses entries before anything is written: what avsc refuses, and the names that it would write over its own. */
function checkEntries(metadata: Readonly<Record<string, Uint8Array>>): void {
  for (const [name, bytes] of Object.entries(metadata)) {
    const entry = `the entry ${JSON.stringify(name)} of metadata`;
    if (!isBytes(bytes)) throw new TypeError(`${entry} is not bytes`);
    if (name.startsWith('avro.')) throw new TypeError(`${entry}: names that begin with avro. are the specification's`);
  }
}

/** Records become the bytes of a file. */
export class BlockEncoder extends Transform {
  static readonly getDefaultCodecs = defaultCodecs;
  static readonly defaultCodecs = defaultCodecs;
  private readonly blocks: Blocks;
  private readonly type: Type;
  private header: boolean;

  constructor(schema: unknown, options: BlockEncoderOptions = {}) {
    super({ writableObjectMode: true });
    const { blockSize, codec, metadata, writeHeader = 'auto', syncMarker } = options;
    if (metadata !== undefined) checkEntries(metadata);
    const given: WriteOptions = {
      ...(codec === undefined ? {} : { codec }),
      ...(blockSize === undefined ? {} : { blockBytes: blockSize }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(syncMarker === undefined ? {} : { sync: syncMarker }),
    };
    this.type = Type.forSchema(schema);
    this.blocks = new Blocks(this.type.by, given);
    // Who takes this listener away goes on without the values that are wrong.
    this.on('typeError', (error: Error) => this.destroy(error));
    this.header = writeHeader !== false && writeHeader !== 'never';
    // avsc writes the header of an empty file where that is asked for.
    if (writeHeader === true || writeHeader === 'always') this.begin();
  }

  override _transform(value: unknown, _encoding: string, done: TransformCallback): void {
    try {
      this.begin();
      if (this.blocks.add(value)) this.put();
    } catch (error) {
      this.emit('typeError', error, value, this.type);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    try {
      this.put();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  private begin(): void {
    if (this.header) this.push(this.blocks.header());
    this.header = false;
  }

  private put(): void {
    for (const piece of this.blocks.taken()) this.push(piece);
  }
}

/** The records of a file as a stream. */
export function createFileDecoder(path: string, options?: BlockDecoderOptions): BlockDecoder {
  const decoder = new BlockDecoder(options);
  return createReadStream(path)
    .on('error', (error) => decoder.destroy(error))
    .pipe(decoder);
}

/** A stream of records into a file. */
export function createFileEncoder(path: string, schema: unknown, options?: BlockEncoderOptions): BlockEncoder {
  const encoder = new BlockEncoder(schema, options);
  encoder.pipe(createWriteStream(path)).on('error', (error) => encoder.destroy(error));
  return encoder;
}

const HEADER = Schema.parse<FileHeader>(
  {
    type: 'record',
    name: 'Header',
    fields: [
      { name: 'magic', type: { type: 'fixed', name: 'Magic', size: 4 } },
      { name: 'meta', type: { type: 'map', values: 'bytes' } },
      { name: 'sync', type: { type: 'fixed', name: 'Sync', size: 16 } },
    ],
  },
  { bytes: 'Buffer' },
);

/** A file's header, of which no more is read than that takes; nothing if it is no container file. */
function readHeader(path: string): FileHeader | undefined {
  const file = openSync(path, 'r');
  try {
    for (let held = Buffer.alloc(0); ;) {
      const bytes = Buffer.alloc(Math.max(held.length, 4096));
      const size = readSync(file, bytes);
      held = Buffer.concat([held, bytes.subarray(0, size)]);
      if (!held.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
      try {
        // By a schema of its own: whether the codec is there is asked when blocks are read.
        return HEADER.decodeAt(held, 0).value;
      } catch (error) {
        const isCut = (error as { kind?: string }).kind === 'end-of-input';
        if (!isCut || size === 0 || held.length > FILE_LIMITS.headerBytes) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** What a file's header says; nothing if it is no container file. */
export function extractFileHeader(path: string, options: { decode?: boolean } = {}): FileHeader | null {
  const header = readHeader(path);
  if (header === undefined) return null;
  const meta = { ...header.meta };
  if (options.decode !== false) {
    meta['avro.schema'] = parsed(String(meta['avro.schema']));
    if (meta['avro.codec'] !== undefined) meta['avro.codec'] = String(meta['avro.codec']);
  }
  return { ...header, meta };
}
