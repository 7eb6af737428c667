import { DecodeError, FileError } from '../error.js';
import type { Options } from '../options.js';
import type { Matching } from '../resolve/pairs.js';
import type { Resolver } from '../resolve/resolver.js';
import type { AnySchema, Schema } from '../schema.js';
import type { FileCodecs } from './codecs.js';
import { Held } from './held.js';
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
  constructor(bytes: Uint8Array, options: ReadOptions = {}) {
    super(new Held(bytes), options);
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
    this.held.push(chunk);
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
export type Source = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A file whose bytes come one after the other. */
export class FileStream extends Opened implements AsyncIterable<unknown> {
  private readonly chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

  private constructor(source: Source, options: ReadOptions) {
    super(new Held(), options);
    this.chunks = chunksOf(source);
  }

  /** @throws FileError if the header is wrong */
  static async open(source: Source, options: ReadOptions = {}): Promise<FileStream> {
    const file = new FileStream(source, options);
    await file.drive(file.begin());
    return file;
  }

  /** The blocks that are left, with their unpacked bytes. */
  async *blocks(): AsyncGenerator<Block> {
    for (let block = await this.drive(this.next()); block !== undefined; block = await this.drive(this.next()))
      yield block;
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
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      const chunk = await this.chunks.next();
      if (chunk.done === true) this.held.ended = true;
      else this.held.push(chunk.value);
    }
  }
}

function chunksOf(source: Source): AsyncIterator<Uint8Array> | Iterator<Uint8Array> {
  if (typeof Blob !== 'undefined' && source instanceof Blob) return chunksOf(source.stream());
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  if (Symbol.iterator in source) return source[Symbol.iterator]();
  // Some browsers' streams are no iterables yet.
  const reader = (source as unknown as ReadableStream<Uint8Array>).getReader();
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    const { done, value } = await reader.read();
    return done ? { done, value: undefined } : { done: false, value };
  };
  return { next };
}

/** Bytes of a file become its records. */
export function recordsOf(options: ReadOptions = {}): TransformStream<Uint8Array, unknown> {
  const passing = new TransformStream<Uint8Array, Uint8Array>();
  const file = FileStream.open(passing.readable, options);
  const records = new ReadableStream<unknown>({
    async start() {
      await file;
    },
    async pull(controller) {
      const iterator = (batches ??= (await file).batches());
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else for (const record of value) controller.enqueue(record);
    },
  });
  let batches: AsyncGenerator<unknown[]> | undefined;
  return { readable: records, writable: passing.writable };
}
