import { Decoder, type DecodeOptions } from './data/decoder.js';
import { Encoder } from './data/encoder.js';
import { behind, joined, ownRegistryMessage, ownSingleObject, registryHead, singleObjectHead } from './data/framing.js';
import { compareData } from './data/order.js';
import { randomData } from './data/random.js';
import { readingOf } from './data/reading.js';
import { engineFor, readerOf, writerOf, type Engine } from './engine/make.js';
import { EncodeError, type Reason, type SchemaError } from './error.js';
import { fromJson, toJson } from './json/encoding.js';
import { crc64 } from './hash/crc64.js';
import { md5 } from './hash/md5.js';
import { sha256 } from './hash/sha256.js';
import { write } from './json/write.js';
import { settingsOf, type Options, type Settings } from './options.js';
import type { Matching } from './resolve/pairs.js';
import { incompatibilities, Resolver } from './resolve/resolver.js';
import { canonicalForm, type Form } from './schema/canonical.js';
import { inferred } from './schema/infer.js';
import { parse } from './schema/parse.js';
import { projectedText } from './schema/project.js';
import { schemaText } from './schema/text.js';
import { partsOf, type Type } from './schema/types.js';
import type { InputOf, ValueOf } from './types/literal.js';
import { toUtf8 } from './wire/sink.js';

/** A schema of any values. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what goes in and what comes out does not matter
export type AnySchema = Schema<any, any>;

/** A schema, and what is written and read by it: values of `Out` come out, and those of `In` can be put in. */
export class Schema<Out = unknown, In = Out> {
  /** The type of the whole, with all its parts. */
  readonly root: Type;
  /** What is odd about the schema, though it was read. */
  readonly warnings: readonly SchemaError[];
  /** How many more warnings there were than are listed. */
  readonly warningsLeftOff: number;
  /** How data are read and written: by generated functions, or by closures. */
  readonly engine: Engine;
  private readonly settings: Settings;
  private readonly encoder: Encoder;
  private readonly decoder: Decoder;
  private readonly text: string;
  private known: bigint | undefined;

  private constructor(text: string, options: Options) {
    this.settings = settingsOf(options);
    const parsed = parse(text, this.settings.lenient, this.settings.schemaLimits);
    this.text = text;
    this.root = parsed.root;
    this.warnings = parsed.warnings;
    this.warningsLeftOff = parsed.warningsLeftOff;
    this.engine = engineFor(this.settings, parsed.types.length);
    const { root, settings, engine } = this;
    const read = lazy(() => readingOf(root, settings));
    this.decoder = new Decoder(read, () => readerOf(engine, read(), root.height, settings), settings);
    this.encoder = new Encoder(root, () => writerOf(engine, root, settings), settings);
  }

  /**
   * Reads a schema: a text in JSON, or the objects that such a text stands for. A string is always a text, so that of
   * the type int has quotes: `'"int"'`.
   *
   * @throws SchemaError with the place of what is wrong
   */
  // Not compared with the implementation: that would look into all schemas that there can be.
  static readonly parse: Parse = parseAny as never;

  /** @internal */
  static of(text: string, options: Options): Schema {
    return new Schema(text, options);
  }

  /** The bytes of a value. They may be a part of a larger piece of memory: copy what is kept for long. */
  encode(value: In): Uint8Array {
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
  encodeMany(values: Iterable<In>): Uint8Array {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (const value of values) {
      const bytes = this.encoder.encode(value);
      pieces.push(bytes);
      size += bytes.length;
    }
    const whole = new Uint8Array(size);
    let offset = 0;
    for (const piece of pieces) {
      whole.set(piece, offset);
      offset += piece.length;
    }
    return whole;
  }

  /** All values of the bytes, one behind the other. */
  decodeMany(bytes: Uint8Array, options?: DecodeOptions): Out[] {
    return this.decoder.decodeMany(bytes, options) as Out[];
  }

  /**
   * The value of a text in the JSON encoding.
   *
   * @throws DecodeError
   */
  fromJson(text: string, options: DecodeOptions = {}): Out {
    const bytes = fromJson(this.root, text, this.settings, options.lenient ?? false);
    return this.decoder.decode(bytes, options) as Out;
  }

  /** The text of a value in the JSON encoding. */
  toJson(value: In): string {
    return toJson(this.root, this.encoder.encode(value));
  }

  /**
   * What reads data of another schema as values of this one.
   *
   * @throws ResolutionError if no data of the writer's can be read
   */
  resolve(writer: AnySchema, matching: Matching = {}): Resolver<Out> {
    return new Resolver(writer.root, this.root, matching, this.settings);
  }

  /** Why this schema cannot read all that a writer's can write; none if it can. */
  incompatibilities(writer: AnySchema, matching: Matching = {}): Reason[] {
    return incompatibilities(writer.root, this.root, matching);
  }

  /** A value as a single object: behind C3 01 and the schema's fingerprint. */
  encodeSingleObject(value: In): Uint8Array {
    return joined(singleObjectHead(this.fingerprint()), this.encode(value));
  }

  /** The value of a single object of this schema. */
  decodeSingleObject(message: Uint8Array): Out {
    const datum = ownSingleObject(message, this.fingerprint());
    return behind(message.length - datum.length, () => this.decode(datum));
  }

  /** A value as a message of a schema registry, under the number that this schema has there. */
  encodeRegistry(id: number, value: In): Uint8Array {
    return joined(registryHead(id), this.encode(value));
  }

  /** The value of a message of a schema registry, where this schema has the number. */
  decodeRegistry(id: number, message: Uint8Array): Out {
    const datum = ownRegistryMessage(message, id);
    return behind(message.length - datum.length, () => this.decode(datum));
  }

  /** Writes a value behind what is in a block already; the block may get other bytes. */
  encodeTo(block: { bytes: Uint8Array; length: number }, value: unknown): void {
    this.encoder.append(value, block);
  }

  /** Gives so many values to a function, which are all that the bytes hold. */
  decodeBlock(bytes: Uint8Array, count: number, take: (value: unknown) => void): void {
    this.decoder.decodeBlock(bytes, count, take);
  }

  /**
   * This schema with only the fields that are named, each by its path through records, arrays, maps and unions: a reader
   * that passes over all others.
   */
  project(paths: readonly string[]): Schema {
    return new Schema(projectedText(this.root, paths), this.optionsInUse);
  }

  /** The narrowest schema that takes all values, its records named after the name given. */
  static infer(values: Iterable<unknown>, name: string, options: Options = {}): Schema {
    return Schema.parse(inferred(values, name), options);
  }

  /** A value by chance, the same for the same seed. */
  random(seed: number): Out {
    return this.decode(randomData(this.root, seed));
  }

  /**
   * The order of two values: below 0 if the first comes first, 0 if they are alike.
   *
   * @throws DecodeError of the kind `order-undefined` where maps are to be compared
   */
  compare(a: In, b: In): number {
    return this.compareEncoded(this.encode(a), this.encode(b));
  }

  /** The same for the bytes of two values, of which no more is read than it takes. */
  compareEncoded(a: Uint8Array, b: Uint8Array): number {
    return compareData(this.root, a, b, this.settings.limits);
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

  /** The canonical form of the specification, or one of those that other libraries have for it. */
  canonicalForm(form: Form = 'spec'): string {
    return canonicalForm(this.root, form);
  }

  /** CRC-64-AVRO of the canonical form; in messages its lowest byte comes first. */
  fingerprint(): bigint {
    return (this.known ??= crc64(toUtf8(this.canonicalForm())));
  }

  fingerprintMd5(): Uint8Array {
    return md5(toUtf8(this.canonicalForm()));
  }

  fingerprintSha256(): Uint8Array {
    return sha256(toUtf8(this.canonicalForm()));
  }

  /** The text that the schema was read from. */
  toString(): string {
    return this.text;
  }

  /** The settings that its options make. @internal */
  get settingsInUse(): Settings {
    return this.settings;
  }

  /** Its options, for another schema. @internal */
  get optionsInUse(): Options {
    return { ...this.settings, engine: this.engine };
  }

  /** The schemas of a type's parts alone. @internal */
  parts(type: Type): Schema[] {
    return partsOf(type).map(
      (part) =>
        new Schema(
          schemaText(part, () => true),
          this.optionsInUse,
        ),
    );
  }

  /** How many values and data were out of the ordinary, so that the exact writer or reader had to see to them. */
  get exactly(): { written: number; read: number } {
    return { written: this.encoder.exactly, read: this.decoder.exactly };
  }
}

/** A literal tells the compiler what values are; otherwise that may be said: `Schema.parse<Tea>(text)`. */
interface Parse {
  <const S extends object>(schema: S): Schema<ValueOf<S>, InputOf<S>>;
  <Out = unknown, In = Out>(schema: unknown, options?: Options): Schema<Out, In>;
}

function parseAny(schema: unknown, options: Options = {}): unknown {
  return Schema.of(typeof schema === 'string' ? schema : write(schema), options);
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
