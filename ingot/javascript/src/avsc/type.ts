import { createHash } from 'node:crypto';

import { chooserOf, isObject, onlyKey, ownField } from '../data/choose.js';
import { isTagged, settingsOf, type Options, type Settings } from '../options.js';
import type { Resolver as Reads } from '../resolve/resolver.js';
import { Schema } from '../schema.js';
import { schemaText } from '../schema/text.js';
import { branchName, isNamed, isPrimitive, partsOf, type Type as Node } from '../schema/types.js';
import { Classes, valueOf, type Classed } from './classes.js';
import { changed, type CloneOptions } from './clone.js';
import { checkCompatible } from './compatible.js';
import { exported, type SchemaOptions } from './exported.js';
import { parsed, stringified, textOf } from './json.js';
import type { LogicalClass } from './logical.js';
import { plainSchema, type Registry } from './schemas.js';

export interface ForSchemaOptions {
  /** Classes for values of logical types, by the word. */
  logicalTypes?: Readonly<Record<string, LogicalClass>>;
  /** Throws what a class throws that does not want a type. Otherwise that is as if there were no class. */
  assertLogicalTypes?: boolean;
  namespace?: string;
  /** Named types of other schemas, which this one may use, and which gets those of this one. */
  registry?: Registry;
  /** Not there. */
  typeHook?: undefined;
  /** Whether values of unions are objects of the branch's name: always, never, or where JavaScript does not tell. */
  wrapUnions?: boolean | 'auto' | 'always' | 'never';
  /** Which engine of Ingot's is used. */
  engine?: 'generated' | 'closures';
}

export interface IsValidOptions {
  noUndeclaredFields?: boolean;
  /** Called for each part that is wrong, with the path to it, and at last the whole value. */
  errorHook?: (path: string[], value: unknown, type: Type, whole: unknown) => void;
}

export interface ResolverOptions {
  /** Named types are the same by the last part of their names. */
  ignoreNamespaces?: boolean;
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
  private readonly settings: Settings;
  private readonly node: Node;
  private readonly known = new Map<Node, Type>();
  private readonly classed: ReadonlyMap<Node, Classed>;

  private constructor(
    private readonly classes: Classes | undefined,
    schema: Schema,
    isBare = false,
  ) {
    this.by = schema;
    this.node = schema.root;
    this.settings = settingsOf(schema.optionsInUse);
    this.classed = classes?.put(this.node, this.settings, isBare) ?? new Map<Node, Classed>();
  }

  /** The type of a schema: the objects of its JSON, the name of a primitive type, or a type. */
  static forSchema(schema: unknown, options: ForSchemaOptions = {}): Type {
    if (schema instanceof Type) return schema;
    const { wrapUnions = 'auto' } = options;
    const unions =
      wrapUnions === true || wrapUnions === 'always' ? 'tagged' : wrapUnions === 'auto' ? 'ambiguous' : 'plain';
    const { logicalTypes } = options;
    const bare = (text: string): Type => new Type(classes, Schema.parse(text, given), true);
    const classes = logicalTypes === undefined ? undefined : new Classes(options, bare);
    const given: Options = {
      unions,
      bytes: 'Buffer',
      logicalTypes: classes?.converters ?? {},
      ...(options.engine === undefined ? {} : { engine: options.engine }),
    };
    if (options.typeHook !== undefined) throw new TypeError('typeHook is not there: see docs/from-avsc.md');
    const { registry } = options;
    const text = textOf(plainSchema(schema, options.namespace, registry));
    const type = new Type(classes, Schema.parse(text, given));
    if (registry !== undefined) type.register(registry);
    return type;
  }

  /** Puts all named types where other schemas find them. */
  private register(registry: Registry): void {
    const all = new Set([this.node]);
    for (const node of all) {
      for (const part of partsOf(node)) all.add(part);
      if (isNamed(node) && !Object.hasOwn(registry, node.name)) registry[node.name] = this.typeOf(node);
    }
  }

  /** The type of a schema that was read already. @internal */
  static of(schema: Schema): Type {
    return new Type(undefined, schema);
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
    const word = this.classed.get(node)?.word;
    if (word !== undefined) return `logical:${word}`;
    if (node.type === 'record' && node.isError) return 'error';
    if (node.type !== 'union') return node.type;
    return isTagged(node, this.settings) ? 'union:wrapped' : 'union:unwrapped';
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
    return this.typeOf(partsOf(this.node)[index]!);
  }

  private typeOf(node: Node): Type {
    if (node === this.node) return this;
    let type = this.known.get(node);
    if (type === undefined) {
      type = new Type(
        this.classes,
        Schema.of(
          schemaText(node, () => true),
          this.by.optionsInUse,
        ),
      );
      this.known.set(node, type);
    }
    return type;
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

  /** What reads all that a writer's type can write; refused where avsc refuses it. */
  createResolver(writer: Type, options: ResolverOptions = {}): Resolver {
    if (!(writer instanceof Type)) throw new TypeError(`not a type: ${JSON.stringify(writer)}`);
    checkCompatible(writer.node, this.node, options.ignoreNamespaces ?? false);
    return new Resolver(writer, this, this.by.resolve(writer.by));
  }

  private readsBy(resolver: Resolver): Reads {
    if (resolver.reader !== this) throw new TypeError('the resolver is of another type');
    return resolver.reads;
  }

  isValid(value: unknown, options: IsValidOptions = {}): boolean {
    const { noUndeclaredFields: strict = false, errorHook: hook } = options;
    const isRight = this.by.isValid(value);
    if (isRight ? !strict : hook === undefined) return isRight;
    let found = 0;
    this.faults(value, [], strict, (path, part, type) => {
      found++;
      hook?.call(this, path, part, type, value);
    });
    // What is wrong with the whole alone, such as its depth.
    if (found === 0 && !isRight) hook?.call(this, [], value, this, value);
    return isRight && found === 0;
  }

  /** Tells each part that is wrong, with the path to it. */
  private faults(value: unknown, path: string[], strict: boolean, tell: Tell): void {
    const within = (type: Type, part: unknown, ...steps: string[]) =>
      type.faults(part, [...path, ...steps], strict, tell);
    const { node, by, settings } = this;
    const wrong = () => tell(path, value, this);
    if (path.length > settings.limits.depth) return;
    const classed = this.classed.get(node);
    if (classed !== undefined) {
      const base = valueOf(classed.own, value);
      return base === undefined ? wrong() : classed.base().faults(base, path, strict, tell);
    }
    if (node.type === 'array') {
      return Array.isArray(value) ? value.forEach((one, item) => within(this.part(0), one, String(item))) : wrong();
    }
    if (node.type === 'map') {
      if (!isObject(value)) return wrong();
      return Object.keys(value).forEach((key) => within(this.part(0), value[key], key));
    }
    if (node.type === 'record') {
      const names = new Set(node.fields.map((field) => field.name));
      if (!isObject(value) || (strict && Object.keys(value).some((key) => !names.has(key)))) return wrong();
      return node.fields.forEach((field, index) => {
        const part = ownField(value, field);
        if (part !== undefined || field.default === undefined) within(this.part(index), part, field.name);
      });
    }
    if (node.type !== 'union') return by.isValid(value) ? undefined : wrong();
    if (!isTagged(node, settings) || value === null) {
      const index = chooserOf(node, settings)(value);
      return index < 0 ? wrong() : within(this.part(index), value);
    }
    const key = onlyKey(value);
    const index = node.branches.findIndex((branch) => branch.type !== 'null' && branchName(branch) === key);
    return index < 0 ? wrong() : within(this.part(index), (value as Record<string, unknown>)[key!], key!);
  }

  /** A deep copy, checked; with options, of a value that is not quite one. */
  clone(value: unknown, options?: CloneOptions): unknown {
    const near =
      options === undefined ? value : changed(this.node, value, options, this.settings, (type) => this.typeOf(type));
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
    if (name === undefined) throw new TypeError('a value of a union is wrapped by its branch');
    return name === 'null' ? null : { [name]: value };
  }

  random(): unknown {
    return this.by.random(Math.floor(Math.random() * 2 ** 32));
  }

  /** The JSON encoding of a value; without one the schema, of which a named type is its name alone. */
  toString(value?: unknown): string {
    return value === undefined ? JSON.stringify(this.schema({ noDeref: true })) : this.by.toJson(value);
  }

  fromString(text: string): unknown {
    return this.by.fromJson(text);
  }

  /** The canonical schema, or with its attributes, as avsc writes it. */
  schema(options: SchemaOptions = {}): unknown {
    return exported(this.node, options, (type) => {
      const classed = this.classed.get(type);
      if (classed === undefined) return undefined;
      const attributes = { logicalType: classed.word };
      classed.own._export(attributes);
      return attributes;
    });
  }

  toJSON(): unknown {
    return stringified(this.schema({ exportAttrs: true }));
  }

  /** Of the canonical schema, in which errors are not records: MD5, or another hash that Node has. */
  fingerprint(algorithm = 'md5'): Buffer {
    return createHash(algorithm).update(JSON.stringify(this.schema())).digest();
  }

  equals(other: unknown, options: { strict?: boolean } = {}): boolean {
    if (!(other instanceof Type) || !this.fingerprint().equals(other.fingerprint())) return false;
    return options.strict !== true || textOf(this) === textOf(other);
  }

  inspect(): string {
    const [kind = '', form = ''] = this.typeName.replace('error', 'record').split(':');
    const word = kind === 'union' ? `${form}Union` : kind;
    const name = `${word.charAt(0).toUpperCase()}${word.slice(1)}Type`;
    if (isPrimitive(word)) return `<${name}>`;
    const schema = this.schema({ exportAttrs: true, noDeref: true });
    const isSaid = typeof schema === 'object' && !Array.isArray(schema) && kind !== 'logical';
    return `<${name} ${textOf(isSaid ? { ...schema, type: undefined } : schema)}>`;
  }

  /** The whole text, for another schema that this type is a part of. @internal */
  get whole(): unknown {
    return parsed(this.by.toString());
  }
}

type Tell = (path: string[], value: unknown, type: Type) => void;
