import { Decoder, type DecodeOptions } from './data/decoder.js';
import { Encoder } from './data/encoder.js';
import { readingOf } from './data/reading.js';
import { engineFor, readerOf, writerOf, type Engine } from './engine/make.js';
import { EncodeError } from './error.js';
import { settingsOf, type Options, type Settings } from './options.js';
import type { ArrayType, Parsed, RecordType, Type } from './schema/types.js';
import type { Bytes } from './wire/bytes.js';
import { Sink } from './wire/sink.js';

/**
 * What writes and reads values by a schema, and no more: for programs that have to stay small. A `Schema` is one, too.
 * Values of `Out` come out, and those of `In` can be put in.
 */
export class Codec<Out = unknown, In = Out> {
  /** The type of the whole, with all its parts. */
  readonly root: Type;
  /** How data are read and written: by generated functions, or by closures. */
  readonly engine: Engine;
  protected readonly settings: Settings;
  protected readonly encoder: Encoder;
  protected readonly decoder: Decoder;

  /** Of a schema that was read, by `parseSchema` or before the program was built. */
  constructor(schema: Parsed<Out, In>, options: Options = {}) {
    const { root, types } = schema;
    const settings = settingsOf(options);
    const engine = engineFor(settings, types.length);
    this.root = root;
    this.settings = settings;
    this.engine = engine;
    const decoderOf = (settings: Settings): Decoder => {
      const read = lazy(() => readingOf(root, settings));
      return new Decoder(read, () => readerOf(engine, read(), root.height, settings), settings);
    };
    this.decoder = decoderOf(settings);
    // What takes no bytes is counted in the bytes, as those who read them do.
    const counts = root.least === 0 || types.some(hasEmpty);
    const counter = counts ? decoderOf({ ...settings, logicalTypes: {} }) : undefined;
    this.encoder = new Encoder(root, () => writerOf(engine, root, settings), settings, counter);
  }

  /**
   * The bytes of a value. They may be a part of a larger piece of memory, in which other values lie, too: copy what is
   * kept for long, or transferred to another thread.
   */
  encode(value: In): Bytes {
    return this.encoder.encode(value);
  }

  /**
   * Writes a value into bytes of yours. After an error what is behind the offset may have changed.
   *
   * @returns the offset behind it
   * @throws RangeError if there is too little room
   */
  encodeInto(value: In, target: Uint8Array, offset = 0): number {
    return this.encoder.encodeInto(value, target, offset);
  }

  /** The only value of the bytes. */
  decode(bytes: Uint8Array | ArrayBuffer, options?: DecodeOptions): Out {
    return this.decoder.decode(bytes as Uint8Array, options) as Out;
  }

  /** The value that begins at an offset, and the offset behind it. */
  decodeAt(bytes: Uint8Array, offset: number, options?: DecodeOptions): { value: Out; end: number } {
    return this.decoder.decodeAt(bytes, offset, options) as { value: Out; end: number };
  }

  /** Many values, one behind the other. */
  encodeMany(values: Iterable<In>): Bytes {
    const all = new Sink();
    for (const value of values) all.bytes(this.encoder.encode(value));
    return this.encoder.own(all.bytesSoFar());
  }

  /** All values of the bytes, one behind the other. */
  decodeMany(bytes: Uint8Array, options?: DecodeOptions): Out[] {
    return this.decoder.decodeMany(bytes, options) as Out[];
  }

  /** Nothing if a value can be written, else an error with the path to what is wrong. */
  validate(value: unknown): EncodeError | undefined {
    try {
      this.encoder.encode(value);
      return undefined;
    } catch (error) {
      if (error instanceof EncodeError) return error;
      throw error;
    }
  }

  /** Whether a value can be written. */
  isValid(value: unknown): boolean {
    return this.validate(value) === undefined;
  }

  /** How many values and data were out of the ordinary, so that the exact writer or reader had to see to them. */
  get exactly(): { written: number; read: number } {
    return { written: this.encoder.exactly, read: this.decoder.exactly };
  }
}

/** Whether a type has items or fields that may take no bytes. */
function hasEmpty(type: Type): boolean {
  return (type as ArrayType).items?.least === 0 || (type as RecordType).empty > 0;
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
