import { DecodeError, FileError } from '../error.js';
import type { Options } from '../options.js';
import type { Matching } from '../resolve/pairs.js';
import type { Resolver } from '../resolve/resolver.js';
import type { AnySchema, Schema } from '../schema.js';
import { bytesOf, tagOf } from '../wire/bytes.js';
import type { FileCodecs } from './codecs.js';
import { Held } from './held.js';
import { checkReading } from './options-check.js';
import {
  FILE_LIMITS,
  parseBlock,
  parseHeader,
  type Block,
  type FileLimits,
  type Header,
  type ParseOptions,
  type Tolerance,
} from './parse.js';

export interface ReadOptions {
  /** The schema of the values; the file's own by default. */
  schema?: AnySchema;
  matching?: Matching;
  /** What is read though it is not as it should be; by default what is odd, but whole. */
  tolerance?: Tolerance;
  limits?: Partial<FileLimits>;
  /** Codecs of yours. */
  codecs?: FileCodecs;
  /** How values look, where the file's own schema is used. */
  values?: Options;
}

/** What is known of a file that is being read. */
abstract class Opened {
  /** What is read though it is odd. */
  readonly warnings: FileError[] = [];
  protected readonly held: Held;
  protected readonly options: ParseOptions;
  private known: Header | undefined;
  private reads: Schema | Resolver | undefined;

  protected constructor(
    held: Held,
    private readonly given: ReadOptions,
  ) {
    this.held = held;
    checkReading(given);
    this.options = {
      tolerance: given.tolerance ?? 'odd',
      limits: { ...FILE_LIMITS, ...given.limits },
      codecs: given.codecs ?? {},
      values: given.values ?? {},
    };
  }

  /** The schema of the file's records, read leniently; what is odd about it is among its warnings. */
  get schema(): Schema {
    return this.header.schema;
  }

  get codec(): string {
    return this.header.codec;
  }

  /** The entries of the header. */
  get metadata(): ReadonlyMap<string, Uint8Array> {
    return this.header.metadata;
  }

  /** The marker that ends the header and each block. */
  get sync(): Uint8Array {
    return this.header.sync;
  }

  protected get header(): Header {
    if (this.known === undefined) throw new TypeError('the header is not read yet');
    return this.known;
  }

  protected readonly tell = (warning: FileError): void => void this.warnings.push(warning);

  protected *begin(): Generator<void, void> {
    this.known = yield* parseHeader(this.held, this.options, this.tell);
    const { schema, matching } = this.given;
    this.reads = schema === undefined ? this.known.schema : schema.resolve(this.known.schema, matching);
  }

  protected next(): Generator<void, Block | undefined> {
    return parseBlock(this.held, this.header, this.options, this.tell);
  }

  /** Gives the records of a block one by one. */
  protected records({ bytes, count, offset }: Block, take: (value: unknown) => void): void {
    let number = 0;
    try {
      this.reads!.decodeBlock(bytes, count, (value) => {
        number++;
        take(value);
      });
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      const message = `record ${number} of the block: ${error.message}`;
      throw new FileError(error.kind, message, offset, error.path);
    }
  }

  /** The records of a block; an error comes behind those before it. */
  protected collected(block: Block): { values: unknown[]; error?: unknown } {
    const values: unknown[] = [];
    try {
      this.records(block, (value) => void values.push(value));
      return { values };
    } catch (error) {
      return { values, error };
    }
  }
}

/** A file whose bytes are all there. */
export class FileBytes extends Opened implements Iterable<unknown> {
  /** @throws FileError if the header is wrong */
  constructor(bytes: Uint8Array | ArrayBuffer, options: ReadOptions = {}) {
    super(new Held(bytesOf(bytes)), options);
    this.held.ended = true;
    run(this.begin());
  }

  /** Calls a function with each record: the fastest way to all of them. */
  forEach(take: (value: unknown) => void): void {
    for (let block = run(this.next()); block !== undefined; block = run(this.next())) this.records(block, take);
  }

  /** The blocks that are left, with their unpacked bytes. */
  *blocks(): Generator<Block> {
    for (let block = run(this.next()); block !== undefined; block = run(this.next())) yield block;
  }

  /** The records that are left. */
  *[Symbol.iterator](): Generator<unknown> {
    for (const block of this.blocks()) {
      const { values, error } = this.collected(block);
      yield* values;
      if (error !== undefined) throw error;
    }
  }
}

/** A file whose bytes are pushed into it. */
export class FileFeed extends Opened {
  private beginning: Generator<void, void> | undefined;
  private going: Generator<void, Block | undefined> | undefined;

  constructor(options: ReadOptions = {}) {
    super(new Held(), options);
    this.beginning = this.begin();
  }

  /** Takes more bytes; true if the header is known now, and was not before. */
  push(chunk: Uint8Array): boolean {
    this.held.push(bytesOf(chunk));
    return this.begun();
  }

  /** Says that no more bytes come; true if the header is known now, and was not before. */
  end(): boolean {
    this.held.ended = true;
    return this.begun();
  }

  /** Gives the records of all blocks that are whole. */
  drain(take: (value: unknown) => void): void {
    if (this.beginning !== undefined) return;
    for (;;) {
      this.going ??= this.next();
      const step = this.going.next();
      if (step.done !== true) return;
      this.going = undefined;
      if (step.value === undefined) return;
      this.records(step.value, take);
    }
  }

  private begun(): boolean {
    if (this.beginning === undefined || this.beginning.next().done !== true) return false;
    this.beginning = undefined;
    return true;
  }
}

/** What a generator gives that never waits. */
function run<T>(steps: Generator<void, T>): T {
  const step = steps.next();
  if (step.done !== true) throw new TypeError('nothing is left to wait for');
  return step.value;
}

/** What bytes come from: a Blob, a stream of the Web or of Node, or anything else that gives chunks. */
export type Source =
  Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Uint8Array | ArrayBuffer;

/** A file whose bytes come one after the other. */
export class FileStream extends Opened implements AsyncIterable<unknown> {
  private readonly chunks: Chunks;
  private closed = false;

  private constructor(source: Source, options: ReadOptions) {
    super(new Held(), options);
    this.chunks = chunksOf(source);
  }

  /** @throws FileError if the header is wrong */
  static async open(source: Source, options: ReadOptions = {}): Promise<FileStream> {
    const file = FileStream.of(source, options);
    await file.begun();
    return file;
  }

  /** A file of which nothing is read yet. @internal */
  static of(source: Source, options: ReadOptions): FileStream {
    return new FileStream(source, options);
  }

  /** Reads the header. @internal */
  begun(): Promise<void> {
    return this.drive(this.begin());
  }

  /** The blocks that are left, with their unpacked bytes. Who leaves the loop early closes the file. */
  async *blocks(): AsyncGenerator<Block> {
    try {
      for (let block = await this.drive(this.next()); block !== undefined; block = await this.drive(this.next()))
        yield block;
    } finally {
      await this.close();
    }
  }

  /** Reads no more, and closes what the bytes come from: a stream is cancelled, or destroyed. */
  async close(reason?: unknown): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.held.pass(this.held.size);
    this.held.ended = true;
    await this.chunks.return?.(reason);
  }

  /** The records that are left, those of a block together: faster than one by one. */
  async *batches(): AsyncGenerator<unknown[]> {
    for await (const block of this.blocks()) {
      const { values, error } = this.collected(block);
      if (values.length > 0) yield values;
      if (error !== undefined) throw error;
    }
  }

  /** The records that are left. */
  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    for await (const values of this.batches()) yield* values;
  }

  /** Brings chunks until a parser has what it needs. */
  private async drive<T>(steps: Generator<void, T>): Promise<T> {
    try {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) return step.value;
        const chunk = await this.chunks.next();
        if (chunk.done === true) this.closed = this.held.ended = true;
        else this.held.push(bytesOf(chunk.value));
      }
    } catch (error) {
      // What is wrong is this error, whatever becomes of the source.
      await this.close(error).catch(() => undefined);
      throw error;
    }
  }
}

type Chunks = AsyncIterator<Uint8Array | ArrayBuffer> | Iterator<Uint8Array | ArrayBuffer>;

function chunksOf(source: Source): Chunks {
  if (typeof source === 'object' && source !== null) {
    if (typeof Blob !== 'undefined' && source instanceof Blob) return chunksOf(source.stream());
    if ('getReader' in source) return chunksOfStream(source);
    if (ArrayBuffer.isView(source) || tagOf(source).endsWith('ArrayBuffer]')) {
      return [source as Uint8Array][Symbol.iterator]();
    }
    if (Symbol.asyncIterator in source) return chunksOfIterable(source);
    if (Symbol.iterator in source) return source[Symbol.iterator]() as Iterator<Uint8Array>;
  }
  throw new TypeError('a file comes from a Blob, from a stream, or from chunks of bytes');
}

/** A stream of Node is destroyed while a chunk is due: its own iterator would end only after that. */
function chunksOfIterable(source: AsyncIterable<Uint8Array> & { destroy?: () => unknown }): Chunks {
  const chunks = source[Symbol.asyncIterator]();
  if (typeof source.destroy !== 'function') return chunks;
  let isDue = false;
  return {
    async next() {
      isDue = true;
      const chunk = await chunks.next();
      isDue = false;
      return chunk;
    },
    async return(reason) {
      if (isDue) source.destroy!();
      else await chunks.return?.(reason);
      return END;
    },
  };
}

const END = { done: true, value: undefined } as const;

/** Not by the stream's own iterator: some browsers have none, and it would end only after the chunk that is due. */
function chunksOfStream(stream: ReadableStream<Uint8Array>): Chunks {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      if (!done) return { done, value };
      reader.releaseLock();
      return END;
    },
    async return(reason) {
      await reader.cancel(reason);
      reader.releaseLock();
      return END;
    },
  };
}

/** Bytes of a file become its records. */
export function recordsOf(options: ReadOptions = {}): TransformStream<Uint8Array, unknown> {
  const passing = new TransformStream<Uint8Array, Uint8Array>();
  const file = FileStream.of(passing.readable, options);
  const batches = file.batches();
  const records = new ReadableStream<unknown>({
    start: () => file.begun(),
    async pull(controller) {
      const { done, value } = await batches.next();
      if (done === true) controller.close();
      else for (const record of value) controller.enqueue(record);
    },
    // Who pipes bytes into the other end would wait for good.
    cancel: (reason) => file.close(reason),
  });
  return { readable: records, writable: passing.writable };
}
