import { Codec } from './codec.js';
import { appendTo, decodeBlock } from './data/blocks.js';
import type { DecodeOptions } from './data/decoder.js';
import {
  behind,
  REGISTRY_HEAD,
  SINGLE_HEAD,
  ownRegistryMessage,
  ownSingleObject,
  registryHead,
  singleObjectHead,
} from './data/framing.js';
import { compareData } from './data/order.js';
import { randomData } from './data/random.js';
import type { Reason, SchemaError } from './error.js';
import { fromJson, toJson } from './json/encoding.js';
import { crc64 } from './hash/crc64.js';
import { md5 } from './hash/md5.js';
import { sha256 } from './hash/sha256.js';
import { checkOptions } from './options-check.js';
import type { Options } from './options.js';
import type { Matching } from './resolve/pairs.js';
import { incompatibilities, Resolver } from './resolve/resolver.js';
import { canonicalForm, type Form } from './schema/canonical.js';
import { parseSchema, textOf } from './schema/given.js';
import { inferred } from './schema/infer.js';
import { projectedText } from './schema/project.js';
import type { InputOf, ValueOf } from './types/literal.js';
import { bytesOf, type Bytes } from './wire/bytes.js';
import { Sink, toUtf8 } from './wire/sink.js';

/** A schema of any values. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what goes in and what comes out does not matter
export type AnySchema = Schema<any, any>;

/** A schema, and what is written and read by it: values of `Out` come out, and those of `In` can be put in. */
export class Schema<Out = unknown, In = Out> extends Codec<Out, In> {
  /** What is odd about the schema, though it was read. */
  readonly warnings: readonly SchemaError[];
  /** How many more warnings there were than are listed. */
  readonly warningsLeftOff: number;
  private known: bigint | undefined;

  private constructor(
    private readonly text: string,
    options: Options,
  ) {
    const parsed = parseSchema<Out, In>(text, options);
    super(parsed, options);
    ({ warnings: this.warnings, warningsLeftOff: this.warningsLeftOff } = parsed);
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
  encodeSingleObject(value: In): Bytes {
    return this.behind(singleObjectHead(this.fingerprint()), value);
  }

  /** The value of a single object of this schema. */
  decodeSingleObject(message: Uint8Array): Out {
    const datum = ownSingleObject(message, this.fingerprint());
    return behind(SINGLE_HEAD, () => this.decode(datum));
  }

  /** A value as a message of a schema registry, under the number that this schema has there. */
  encodeRegistry(id: number, value: In): Bytes {
    return this.behind(registryHead(id), value);
  }

  private behind(head: Uint8Array, value: In): Bytes {
    const all = new Sink();
    all.bytes(head);
    all.bytes(this.encode(value));
    return this.encoder.own(all.bytesSoFar());
  }

  /** The value of a message of a schema registry, where this schema has the number. */
  decodeRegistry(id: number, message: Uint8Array): Out {
    const datum = ownRegistryMessage(message, id);
    return behind(REGISTRY_HEAD, () => this.decode(datum));
  }

  /**
   * This schema with only the fields that are named, each by its path through records, arrays, maps and unions: a reader
   * that passes over all others. A union keeps all its fields where a default might be of another branch without them.
   */
  project(paths: readonly string[]): Schema {
    return new Schema(projectedText(this.root, paths), this.optionsInUse);
  }

  /**
   * The narrowest schema that takes all values, its records named after the name given. Dates have a type only with the
   * option `logicalTypes: LOGICAL_TYPES`.
   */
  static infer(values: Iterable<unknown>, name: string, options: Options = {}): Schema {
    return Schema.parse(JSON.stringify(inferred(values, name, options)), options);
  }

  /**
   * A value by chance, the same for the same seed. It has at most 65,536 parts.
   *
   * @throws RangeError if the schema has no such value
   */
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
    return compareData(this.root, bytesOf(a), bytesOf(b), this.settings.limits);
  }

  /** The canonical form of the specification, or one of those that other libraries have for it. */
  canonicalForm(form: Form = 'spec'): string {
    return canonicalForm(this.root, form);
  }

  /** CRC-64-AVRO of the canonical form; in messages its lowest byte comes first. */
  fingerprint(): bigint {
    return (this.known ??= crc64(toUtf8(this.canonicalForm())));
  }

  fingerprintMd5(): Bytes {
    return md5(toUtf8(this.canonicalForm()));
  }

  fingerprintSha256(): Bytes {
    return sha256(toUtf8(this.canonicalForm()));
  }

  /** The text that the schema was read from. */
  override toString(): string {
    return this.text;
  }

  /**
   * Writes a value behind what is in a block already; the block may get other bytes. Gives how many values without
   * bytes that makes, itself at least; 0 where the schema has none.
   */
  encodeTo(block: { bytes: Uint8Array; length: number }, value: unknown): number {
    return appendTo(block, this.encoder, value);
  }

  /** Gives so many values to a function, which are all that the bytes hold. */
  decodeBlock(bytes: Uint8Array, count: number, take: (value: unknown) => void): void {
    decodeBlock(this.decoder, bytes, count, take);
  }

  /** Its options, for another schema. @internal */
  get optionsInUse(): Options {
    return { ...this.settings, engine: this.engine };
  }
}

/** A literal tells the compiler what values are; otherwise that may be said: `Schema.parse<Tea>(text)`. */
interface Parse {
  <const S extends object>(schema: S): Schema<ValueOf<S>, InputOf<S>>;
  <Out = unknown, In = Out>(schema: unknown, options?: Options): Schema<Out, In>;
}

function parseAny(schema: unknown, options: Options = {}): unknown {
  checkOptions(options);
  return Schema.of(textOf(schema), options);
}
