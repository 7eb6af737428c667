import { createHash } from 'node:crypto';

import { EncodeError } from '../error.js';
import { isTagged, type LogicalType as Converter, type Options } from '../options.js';
import type { Resolver as Reads } from '../resolve/resolver.js';
import { Schema } from '../schema.js';
import { plain } from '../json/value.js';
import { branchName, isNamed, type Type as Node } from '../schema/types.js';
import { changed, type CloneOptions } from './clone.js';
import { LogicalType, type LogicalClass } from './logical.js';
import { plainSchema } from './schemas.js';

export interface ForSchemaOptions {
  /** Classes for values of logical types, by the word. */
  logicalTypes?: Readonly<Record<string, LogicalClass>>;
  namespace?: string;
  /** Whether values of unions are objects of the branch's name: always, never, or where JavaScript does not tell. */
  wrapUnions?: boolean | 'auto' | 'always' | 'never';
  /** Which engine of Ingot's is used. */
  engine?: 'generated' | 'closures';
}

export interface IsValidOptions {
  noUndeclaredFields?: boolean;
  errorHook?: (path: string[], value: unknown, type: Type) => void;
}

/** What reads data of one type as values of another. */
export class Resolver {
  constructor(
    readonly writer: Type,
    readonly reader: Type,
    /** @internal */
    readonly reads: Reads,
  ) {}
}

/** avsc's types, by Ingot's engine. */
export class Type {
  /** @internal */
  readonly by: Schema;
  private parts: readonly Type[] | undefined;

  private constructor(
    private readonly given: Options,
    schema: Schema,
    private readonly node: Node = schema.root,
  ) {
    this.by = schema;
  }

  /** The type of a schema: the objects of its JSON, the name of a primitive type, or a type. */
  static forSchema(schema: unknown, options: ForSchemaOptions = {}): Type {
    if (schema instanceof Type) return schema;
    const { wrapUnions = 'auto' } = options;
    const unions =
      wrapUnions === true || wrapUnions === 'always' ? 'tagged' : wrapUnions === 'auto' ? 'ambiguous' : 'plain';
    const given: Options = {
      unions,
      bytes: 'Buffer',
      logicalTypes: convertersOf(options.logicalTypes ?? {}),
      ...(options.engine === undefined ? {} : { engine: options.engine }),
    };
    const text = JSON.stringify(plainSchema(schema, options.namespace));
    return new Type(given, Schema.parse(text, given));
  }

  /** The type of a schema that was read already. @internal */
  static of(schema: Schema): Type {
    return new Type(schema.optionsInUse, schema);
  }

  /** The narrowest type that takes a value. */
  static forValue(value: unknown): Type {
    return Type.forSchema(JSON.parse(Schema.infer([value], 'Inferred').toString()));
  }

  static isType(any: unknown, ...prefixes: string[]): any is Type {
    return any instanceof Type && (prefixes.length === 0 || prefixes.some((one) => any.typeName.startsWith(one)));
  }

  /** There is no buffer to be made larger: this does nothing. */
  static __reset(_size: number): void {}

  get name(): string | undefined {
    return isNamed(this.node) ? this.node.name : undefined;
  }

  get doc(): string | undefined {
    return isNamed(this.node) ? this.node.doc : undefined;
  }

  get aliases(): readonly string[] | undefined {
    return isNamed(this.node) ? this.node.aliases : undefined;
  }

  /** The word for the type; those of unions and logical types as avsc has them. */
  get typeName(): string {
    const { node } = this;
    if (node.type === 'record' && node.isError) return 'error';
    const word = (node.logical ?? node.custom)?.word;
    if (word !== undefined && Object.hasOwn(this.given.logicalTypes ?? {}, word)) return `logical:${word}`;
    if (node.type !== 'union') return node.type;
    return isTagged(node, this.by.settingsInUse) ? 'union:wrapped' : 'union:unwrapped';
  }

  get branchName(): string | undefined {
    return this.node.type === 'union' ? undefined : branchName(this.node);
  }

  get fields(): readonly {
    name: string;
    type: Type;
    aliases: readonly string[];
    order: string;
    defaultValue(): unknown;
  }[] {
    const { node } = this;
    if (node.type !== 'record') return [];
    return node.fields.map((field, index) => ({
      name: field.name,
      type: this.part(index),
      aliases: field.aliases,
      order: field.order,
      defaultValue: () =>
        field.default?.bytes === undefined ? undefined : this.part(index).by.decode(field.default.bytes),
    }));
  }

  get symbols(): readonly string[] | undefined {
    return this.node.type === 'enum' ? this.node.symbols : undefined;
  }

  get size(): number | undefined {
    return this.node.type === 'fixed' ? this.node.size : undefined;
  }

  get itemsType(): Type | undefined {
    return this.node.type === 'array' ? this.part(0) : undefined;
  }

  get valuesType(): Type | undefined {
    return this.node.type === 'map' ? this.part(0) : undefined;
  }

  get types(): readonly Type[] | undefined {
    return this.node.type === 'union' ? this.node.branches.map((_, index) => this.part(index)) : undefined;
  }

  /** The type of a part, by the schema of that part alone. */
  private part(index: number): Type {
    this.parts ??= this.by.parts(this.node).map((schema) => new Type(this.given, schema));
    return this.parts[index]!;
  }

  toBuffer(value: unknown): Buffer {
    return this.by.encode(value) as Buffer;
  }

  fromBuffer(buffer: Uint8Array, resolver?: Resolver, noCheck = false): unknown {
    const reads = resolver === undefined ? this.by : this.readsBy(resolver);
    return noCheck ? reads.decodeAt(buffer, 0).value : reads.decode(buffer);
  }

  /** The value at an offset and the offset behind it, which is −1 if the bytes end too early. */
  decode(buffer: Uint8Array, offset = 0, resolver?: Resolver): { value: unknown; offset: number } {
    const reads = resolver === undefined ? this.by : this.readsBy(resolver);
    try {
      const { value, end } = reads.decodeAt(buffer, offset);
      return { value, offset: end };
    } catch (error) {
      if ((error as { kind?: string }).kind === 'end-of-input') return { value: undefined, offset: -1 };
      throw error;
    }
  }

  /** Writes a value into a buffer: the offset behind it, or how many bytes are too few, as a number below zero. */
  encode(value: unknown, buffer: Uint8Array, offset = 0): number {
    try {
      return this.by.encodeInto(value, buffer, offset);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return buffer.length - offset - this.by.encode(value).length;
    }
  }

  createResolver(writer: Type, _options?: object): Resolver {
    if (!(writer instanceof Type)) throw new TypeError(`not a type: ${JSON.stringify(writer)}`);
    return new Resolver(writer, this, this.by.resolve(writer.by));
  }

  private readsBy(resolver: Resolver): Reads {
    if (resolver.reader !== this) throw new TypeError('the resolver is of another type');
    return resolver.reads;
  }

  isValid(value: unknown, options: IsValidOptions = {}): boolean {
    const error = this.by.validate(value) ?? (options.noUndeclaredFields ? this.undeclared(value) : undefined);
    if (error !== undefined) options.errorHook?.(stepsOf(error.path), value, this);
    return error === undefined;
  }

  /** An error for the first field that the schema does not have. */
  private undeclared(value: unknown): EncodeError | undefined {
    try {
      changed(this.node, value, { refuseOthers: true }, this.by.settingsInUse);
      return undefined;
    } catch (error) {
      if (error instanceof EncodeError) return error;
      throw error;
    }
  }

  /** A deep copy, checked; with options, of a value that is not quite one. */
  clone(value: unknown, options?: CloneOptions): unknown {
    const near = options === undefined ? value : changed(this.node, value, options, this.by.settingsInUse);
    return this.by.decode(this.by.encode(near));
  }

  compare(a: unknown, b: unknown): number {
    return Math.sign(this.by.compare(a, b));
  }

  compareBuffers(a: Uint8Array, b: Uint8Array): number {
    return Math.sign(this.by.compareEncoded(a, b));
  }

  /** A value as a branch of a wrapped union. */
  wrap(value: unknown): Record<string, unknown> | null {
    const name = this.branchName;
    return name === undefined || name === 'null' ? null : { [name]: value };
  }

  random(): unknown {
    return this.by.random(Math.floor(Math.random() * 2 ** 32));
  }

  /** The JSON encoding of a value, or the schema's text where there is none. */
  toString(value?: unknown): string {
    return value === undefined ? JSON.stringify(this.schema()) : this.by.toJson(value);
  }

  fromString(text: string): unknown {
    return this.by.fromJson(text);
  }

  /** The canonical schema, or all of it with `exportAttrs`. */
  schema(options: { exportAttrs?: boolean } = {}): unknown {
    return JSON.parse(options.exportAttrs === true ? this.by.toString() : this.by.canonicalForm());
  }

  toJSON(): unknown {
    return this.schema({ exportAttrs: true });
  }

  /** Of the canonical schema: MD5, or another hash that Node has. */
  fingerprint(algorithm?: string): Buffer {
    if (algorithm === undefined || algorithm === 'md5') return Buffer.from(this.by.fingerprintMd5());
    return createHash(algorithm).update(this.by.canonicalForm()).digest();
  }

  equals(other: unknown): boolean {
    return other instanceof Type && this.by.canonicalForm() === other.by.canonicalForm();
  }

  inspect(): string {
    return `<${this.typeName} ${this.by.canonicalForm()}>`;
  }
}

/** The steps of a path, as avsc hands them to a hook. */
function stepsOf(path: string): string[] {
  return path.split(/[.[\]{}]+/).filter((step) => step !== '');
}

/** What converts values by avsc's classes, of which one is made for each type. */
function convertersOf(classes: Readonly<Record<string, LogicalClass>>): Record<string, Converter> {
  const converters: Record<string, Converter> = {};
  for (const [word, Class] of Object.entries(classes)) {
    const made = new WeakMap<object, LogicalType>();
    const of = (logical: object) => {
      const known = made.get(logical);
      if (known !== undefined) return known;
      const { attributes = [] } = logical as { attributes?: readonly { key: string; value: never }[] };
      const own = new Class({
        ...logical,
        ...Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)])),
      });
      made.set(logical, own);
      return own;
    };
    const encode: Converter['encode'] = (value, logical) => {
      const base = of(logical)._toValue(value);
      if (base === undefined) throw new TypeError(`no value of the logical type ${word}`);
      return base;
    };
    converters[word] = { decode: (base, logical) => of(logical)._fromValue(base), encode, is: () => true };
  }
  return converters;
}
