import { FileError, shown } from '../error.js';
import type { AnySchema } from '../schema.js';
import { bytesOf, type Bytes } from '../wire/bytes.js';
import { Sink, toUtf8 } from '../wire/sink.js';
import { isWellFormed } from '../wire/well-formed.js';
import { checkPacking, codecOf, pack, packLater, type CodecName, type FileCodecs } from './codecs.js';
import { checkWriting } from './options-check.js';
import { FILE_LIMITS, MOST_ENTRIES, SYNC } from './parse.js';

export interface WriteOptions {
  codec?: CodecName | (string & {});
  /** Codecs of yours. */
  codecs?: FileCodecs;
  /** How hard the codec tries; its own default where it is left out, and always with snappy. */
  level?: number;
  /** A block is written as soon as its records have so many bytes; 64 KiB by default. */
  blockBytes?: number;
  /** Further entries of the header. */
  metadata?: Readonly<Record<string, string | Uint8Array>>;
  /** The marker, by chance where it is left out. */
  sync?: Uint8Array;
}

/** How many bytes a block has at most, and a header: more is not read by default. */
const { blockBytes: MOST, headerBytes: MOST_IN_HEADER } = FILE_LIMITS;

/** No record, which has no values without bytes. */
const NONE = { count: 0, empty: 0 };

function headerText(text: string): Uint8Array {
  if (!isWellFormed(text)) throw new TypeError(`half of a surrogate pair in the header: ${shown(text)}`);
  return toUtf8(text);
}

/** Records on their way into blocks. */
export class Blocks {
  private readonly sync: Uint8Array;
  private readonly codec: string;
  private readonly codecs: FileCodecs;
  private readonly most: number;
  private readonly mostEmpty: number;
  private readonly block = { bytes: new Uint8Array(1024), length: 0 };
  /** The records that are to be written together: how many, their bytes, and their values that take none. */
  private count = 0;
  private end = 0;
  private empty = 0;
  /** The same of a record behind them, which was too much for their block, and begins the next one. */
  private late = NONE;

  constructor(
    private readonly schema: AnySchema,
    private readonly options: WriteOptions,
  ) {
    checkWriting(schema, options);
    this.codecs = options.codecs ?? {};
    this.codec = codecOf(options.codec ?? 'null', this.codecs);
    checkPacking(this.codec, options.level, this.codecs);
    this.most = Math.min(options.blockBytes ?? 64 << 10, MOST);
    // Half of what readers take: by another schema they count the values of that, too.
    this.mostEmpty = schema.optionsInUse.limits!.zeroWidth! / 2;
    if (!(this.most >= 0)) throw new RangeError(`blockBytes: ${this.most} is no number of bytes`);
    // A copy, which `slice` of a Buffer is not: whose bytes change later would end blocks with another marker.
    this.sync = options.sync ? new Uint8Array(options.sync) : crypto.getRandomValues(new Uint8Array(SYNC));
    if (this.sync.length !== SYNC) throw new RangeError(`a marker has ${SYNC} bytes, not ${this.sync.length}`);
  }

  header(): Bytes {
    const out = new Sink();
    out.bytes(Uint8Array.of(0x4f, 0x62, 0x6a, 0x01));
    const entries: [string, string | Uint8Array][] = [
      ['avro.schema', this.schema.toString()],
      ['avro.codec', this.codec],
    ];
    for (const [name, value] of Object.entries(this.options.metadata ?? {})) {
      if (name.startsWith('avro.')) {
        const message = `an entry ${JSON.stringify(name)}: names that begin with avro. are the specification's`;
        throw new FileError('key-duplicate', message);
      }
      entries.push([name, value]);
    }
    if (entries.length > MOST_ENTRIES)
      throw new FileError('limit-header', `${entries.length} entries: too many for a header`);
    out.long(entries.length);
    for (const [name, value] of entries) {
      out.run(headerText(name));
      out.run(typeof value === 'string' ? headerText(value) : bytesOf(value));
    }
    out.byte(0);
    out.bytes(this.sync);
    if (out.length > MOST_IN_HEADER) {
      throw new FileError('limit-header', `a header of ${out.length} bytes, the limit is ${MOST_IN_HEADER}`);
    }
    return out.taken();
  }

  /** Adds a record; whether the block is to be written now. */
  add(value: unknown): boolean {
    const { block } = this;
    // A record goes with the block that could not be written without it.
    block.length = this.end;
    this.late = NONE;
    const empty = this.schema.encodeTo(block, value);
    const size = block.length - this.end;
    if (size > MOST) {
      block.length = this.end;
      throw new FileError('limit-block', `a record of ${size} bytes, a block has ${MOST} at most`);
    }
    if (this.count > 0 && (block.length > MOST || this.empty + empty > this.mostEmpty)) {
      this.late = { count: 1, empty };
      return true;
    }
    this.count++;
    this.empty += empty;
    this.end = block.length;
    return block.length >= this.most;
  }

  /** The records so far as a block; none if there are none. */
  taken(): Uint8Array[] {
    if (this.count === 0) return [];
    return this.framed(pack(this.codec, this.unpacked(), this.options.level, this.codecs));
  }

  async takenLater(): Promise<Uint8Array[]> {
    if (this.count === 0) return [];
    return this.framed(await packLater(this.codec, this.unpacked(), this.options.level, this.codecs));
  }

  private unpacked(): Uint8Array {
    return this.block.bytes.subarray(0, this.end);
  }

  private framed(packed: Uint8Array): Uint8Array[] {
    const { block } = this;
    if (packed.length > MOST) {
      throw new FileError('limit-block', `${packed.length} packed bytes, a block has ${MOST} at most`);
    }
    const head = new Sink();
    head.long(this.count);
    head.long(packed.length);
    block.bytes.copyWithin(0, this.end, block.length);
    block.length -= this.end;
    ({ count: this.count, empty: this.empty } = this.late);
    this.end = block.length;
    this.late = NONE;
    return [head.taken(), packed, this.sync];
  }
}

function joined(pieces: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** A whole file. In browsers deflate is for `fileChunks` alone. */
export function fileOf(schema: AnySchema, values: Iterable<unknown>, options: WriteOptions = {}): Bytes {
  const blocks = new Blocks(schema, options);
  const pieces: Uint8Array[] = [blocks.header()];
  for (const value of values) if (blocks.add(value)) pieces.push(...blocks.taken());
  pieces.push(...blocks.taken());
  return joined(pieces);
}

/** A file, its header and then block by block. */
export function fileChunks(
  schema: AnySchema,
  values: Iterable<unknown> | AsyncIterable<unknown>,
  options: WriteOptions = {},
): AsyncGenerator<Bytes> {
  // Not with the first chunk: what is wrong with the options is said to who gave them.
  const blocks = new Blocks(schema, options);
  return chunksOf(blocks, blocks.header(), values);
}

async function* chunksOf(
  blocks: Blocks,
  header: Bytes,
  values: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<Bytes> {
  yield header;
  for await (const value of values) if (blocks.add(value)) yield joined(await blocks.takenLater());
  const last = await blocks.takenLater();
  if (last.length > 0) yield joined(last);
}

/** Records become the bytes of a file. */
export function bytesOfRecords(schema: AnySchema, options: WriteOptions = {}): TransformStream<unknown, Bytes> {
  const blocks = new Blocks(schema, options);
  return new TransformStream({
    start: (controller) => controller.enqueue(blocks.header()),
    async transform(value, controller) {
      if (blocks.add(value)) controller.enqueue(joined(await blocks.takenLater()));
    },
    async flush(controller) {
      const last = await blocks.takenLater();
      if (last.length > 0) controller.enqueue(joined(last));
    },
  });
}
