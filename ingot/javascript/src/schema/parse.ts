import { shown, type SchemaKind } from '../error.js';
import { placed } from '../json/place.js';
import { Fault, read } from '../json/read.js';
import { called, same, type Json, type Member } from '../json/value.js';
import type { SchemaLimits } from '../limits.js';
import { Attributes, type Soft } from './attributes.js';
import { makeDefaults } from './defaults.js';
import { customOf, logicalOf } from './logical.js';
import { hasEnd, measure } from './measure.js';
import { fullName, isFullName, isSimpleName, namespaceOf, simpleName } from './names.js';
import {
  branchName,
  isPrimitive,
  type ArrayType,
  type Default,
  type EnumType,
  type Field,
  type FixedType,
  type MapType,
  type NamedType,
  type Order,
  type Parsed,
  type Primitive,
  type PrimitiveType,
  type RecordType,
  type Type,
} from './types.js';

const MOST_WARNINGS = 1000;

/** @throws SchemaError with the place of what is wrong */
export function parse(text: string, lenient: boolean, limits: SchemaLimits): Parsed {
  const warnings: Fault[] = [];
  let json: Json | undefined;
  try {
    json = read(text, limits, lenient ? { keys: (fault) => warnings.push(fault) } : {});
    const parser = new Parser(lenient, limits, warnings);
    const root = parser.finish(parser.type(json, ''));
    const listed = placed(warnings.slice(0, MOST_WARNINGS), text, json);
    return { root, types: parser.types, warnings: listed, warningsLeftOff: warnings.length - listed.length };
  } catch (error) {
    throw error instanceof Fault ? placed([error], text, json)[0]! : error;
  }
}

/** A name that is used before its definition. What stands for it is replaced when all is read. */
interface Forward {
  exact: string;
  bare: string;
  at: number;
}

class Parser {
  types: Type[] = [];
  private readonly primitives = new Map<Primitive, PrimitiveType>();
  private readonly names = new Map<string, { type: NamedType; json: Json }>();
  private readonly forward = new Map<Type, Forward>();
  private readonly ats = new Map<Type, number>();
  private room: number;
  /** How many more letters names may have: many may inherit a namespace, and each is kept and written in full. */
  private namesRoom: number;

  constructor(
    private readonly lenient: boolean,
    private readonly limits: SchemaLimits,
    private readonly warnings: Fault[],
  ) {
    this.room = limits.nodes;
    this.namesRoom = limits.textBytes;
  }

  type(json: Json, namespace: string): Type {
    if (--this.room < 0) throw new Fault('limit-nodes', json.at, `the schema has more than ${this.limits.nodes} types`);
    switch (json.kind) {
      case 'string':
        return this.named(json.value, json.at, namespace);
      case 'array':
        return this.union(json.items, json.at, namespace);
      case 'object':
        return this.object(json, json.members, namespace);
      default:
        throw new Fault('type-invalid', json.at, `a type is a name, an object or an array, not ${called(json)}`);
    }
  }

  /** Replaces names that were used early, and looks at what can be told only when all types are read. */
  finish(root: Type): Type {
    root = this.resolve(root);
    measure(this.types);
    const finite = hasEnd(this.types);
    for (const type of this.types) {
      if (type.type !== 'record' || finite.has(type)) continue;
      const message = `${type.name} contains itself with no way out: no value of it has an end`;
      this.soft('record-endless', this.ats.get(type)!, message);
    }
    makeDefaults(this.types, this.limits, (fault) => {
      if (!this.lenient) throw fault;
      this.warnings.push(fault);
    });
    return root;
  }

  private readonly soft: Soft = (kind, at, message) => {
    const fault = new Fault(kind, at, message);
    if (!this.lenient) throw fault;
    this.warnings.push(fault);
  };

  private add<T extends Type>(type: T, at: number): T {
    this.types.push(type);
    this.ats.set(type, at);
    return type;
  }

  private base(): { id: number; properties: readonly Member[]; least: number; height: number } {
    return { id: this.types.length, properties: [], least: 0, height: 0 };
  }

  /** A primitive type, or a named one that is defined elsewhere. */
  private named(name: string, at: number, namespace: string): Type {
    if (isPrimitive(name)) {
      const known = this.primitives.get(name) ?? this.add<PrimitiveType>({ type: name, ...this.base() }, at);
      this.primitives.set(name, known);
      return known;
    }
    const [exact, bare] = [this.fullName(name, namespace, at), fullName(name, '')];
    const found = this.names.get(exact);
    if (found !== undefined) return found.type;
    const other = this.names.get(bare);
    if (other !== undefined) {
      this.softBare(at, exact, bare);
      return other.type;
    }
    if (!this.lenient) throw unknown(at, name);
    const type: PrimitiveType = { type: 'null', ...this.base() };
    this.forward.set(type, { exact, bare, at });
    return type;
  }

  private fullName(name: string, namespace: string, at: number): string {
    this.namesRoom -= name.includes('.') ? name.length : namespace.length + 1 + name.length;
    if (this.namesRoom >= 0) return fullName(name, namespace);
    throw new Fault('limit-text', at, `names have more than ${this.limits.textBytes} bytes with their namespaces`);
  }

  private softBare(at: number, exact: string, bare: string): void {
    const dotted = bare.includes('.') ? bare : `.${bare}`;
    const message = `no type ${shown(exact)} is defined; for the one without a namespace write ${shown(dotted)}`;
    this.soft('name-bare', at, message);
  }

  private union(items: readonly Json[], at: number, namespace: string): Type {
    if (items.length === 0) this.soft('union-empty', at, 'a union needs a branch');
    this.count(items.length, at, 'branches');
    const union = this.add({ type: 'union' as const, branches: [] as Type[], ...this.base() }, at);
    const known = new Set<string>();
    for (const item of items) {
      if (item.kind === 'array') this.soft('union-nested', item.at, 'a union cannot be a branch of a union');
      const branch = this.type(item, namespace);
      union.branches.push(branch);
      if (branch.type === 'union' || this.forward.has(branch)) continue;
      const name = branchName(branch);
      if (known.has(name)) this.soft('union-duplicate', item.at, `the union has a branch ${shown(name)} already`);
      known.add(name);
    }
    return union;
  }

  private object(json: Json, members: readonly Member[], namespace: string): Type {
    const attributes = (what: string) => new Attributes(json.at, members, what, this.soft);
    const kind = attributes('type').get('type');
    if (kind === undefined) throw new Fault('type-invalid', json.at, 'a type in an object needs the attribute "type"');
    if (kind.kind !== 'string') {
      this.soft('type-nested', kind.at, 'a type within a type: write it alone');
      return this.type(kind, namespace);
    }
    const word = kind.value;
    switch (word) {
      case 'record':
      case 'error':
        return this.record(attributes('record'), json, namespace, word === 'error');
      case 'enum':
        return this.enum(attributes('enum'), json, namespace);
      case 'fixed':
        return this.fixed(attributes('fixed'), json, namespace);
      case 'array':
      case 'map': {
        const given = attributes(word);
        const key = word === 'array' ? 'items' : 'values';
        const part = given.needed(key);
        const type = this.add({ type: word, ...this.base() } as ArrayType | MapType, json.at);
        (type as unknown as Record<typeof key, Type>)[key] = this.type(part, namespace);
        return this.fill(type, given, 'type', key);
      }
    }
    if (isPrimitive(word)) {
      return this.fill(this.add<PrimitiveType>({ type: word, ...this.base() }, json.at), attributes(word), 'type');
    }
    const type = this.named(word, kind.at, namespace);
    this.soft('type-nested', kind.at, 'a name within an object: write it alone');
    return type;
  }

  /** Gives a type the attributes that are not among its own. */
  private fill<T extends Type>(type: T, attributes: Attributes, ...own: string[]): T {
    type.properties = attributes.others(...own);
    const logical = logicalOf(type.type, type.type === 'fixed' ? type.size : undefined, type.properties);
    if (typeof logical === 'string') {
      this.warnings.push(new Fault('logical-ignored', attributes.placeOf('logicalType'), logical));
      const custom = customOf(type.properties);
      if (custom !== undefined) type.custom = custom;
    } else if (logical !== undefined) {
      type.logical = logical;
    }
    return type;
  }

  /** What all named types have; the type itself where the same definition was there before. */
  private head(attributes: Attributes, json: Json, namespace: string) {
    const text = attributes.neededText('name');
    const at = attributes.placeOf('name');
    const own = attributes.text('namespace') ?? namespace;
    const name = this.fullName(text, own, at);
    const simple = simpleName(name);
    if (simple === '') throw new Fault('name-invalid', at, 'a name cannot be empty');
    if (!isFullName(name) || text.startsWith('..') || own.startsWith('.')) {
      this.soft('name-invalid', at, noName(name, 'name'));
    }
    if (isPrimitive(simple)) {
      const fault = new Fault('name-reserved', at, `${shown(simple)} is a primitive type`);
      if (namespaceOf(name) === '' || !this.lenient) throw fault;
      this.warnings.push(fault);
    }
    const before = this.names.get(name);
    if (before !== undefined) {
      const fault = new Fault('name-duplicate', at, `${shown(name)} is defined before`);
      if (!this.lenient || !same(before.json, json)) throw fault;
      this.warnings.push(fault);
      return before.type;
    }
    const around = namespaceOf(name);
    const aliases = attributes.texts('aliases').map((alias) => this.fullName(alias, around, json.at));
    const doc = attributes.text('doc');
    return { name, aliases, ...(doc === undefined ? {} : { doc }), ...this.base() };
  }

  private define<T extends NamedType>(type: T, json: Json): T {
    this.names.set(type.name, { type, json });
    return this.add(type, json.at);
  }

  private record(attributes: Attributes, json: Json, namespace: string, isError: boolean): Type {
    const head = this.head(attributes, json, namespace);
    if ('type' in head) return head;
    const type = this.define<RecordType>({ type: 'record', isError, fields: [], empty: 0, ...head }, json);
    const fields: Field[] = [];
    const known = new Set<string>();
    for (const item of attributes.neededItems('fields')) {
      const field = this.field(item, namespaceOf(type.name));
      if (known.has(field.name)) {
        throw new Fault('field-duplicate', item.at, `${type.name} has a field ${shown(field.name)} already`);
      }
      known.add(field.name);
      fields.push(field);
    }
    type.fields = fields;
    return this.fill(type, attributes, 'type', 'name', 'namespace', 'aliases', 'doc', 'fields');
  }

  private field(json: Json, namespace: string): Field {
    if (json.kind !== 'object')
      throw new Fault('attribute-invalid', json.at, `a field is an object, not ${called(json)}`);
    const attributes = new Attributes(json.at, json.members, 'field', this.soft);
    const name = attributes.neededText('name');
    if (!isSimpleName(name)) {
      const message = noName(name, 'name of a field');
      const at = attributes.placeOf('name');
      if (name === '') throw new Fault('name-invalid', at, message);
      this.soft('name-invalid', at, message);
    }
    const type = this.type(attributes.needed('type'), namespace);
    if (attributes.get('logicalType') !== undefined) {
      const message = 'a logicalType counts for nothing beside the type of a field';
      this.warnings.push(new Fault('logical-ignored', attributes.placeOf('logicalType'), message));
    }
    const aliases = attributes.texts('aliases');
    const doc = attributes.text('doc');
    const given = attributes.get('default');
    const order = this.order(attributes);
    const properties = attributes.others('name', 'type', 'aliases', 'doc', 'default', 'order');
    const fallback: { default?: Default } = given === undefined ? {} : { default: { json: given, weight: 0 } };
    return { name, aliases, ...(doc === undefined ? {} : { doc }), type, ...fallback, order, properties };
  }

  private order(attributes: Attributes): Order {
    const word = attributes.text('order') ?? 'ascending';
    if (isOrder(word)) return word;
    const message = `order ${shown(word)} is none of ascending, descending and ignore`;
    this.soft('attribute-invalid', attributes.placeOf('order'), message);
    const lower = word.toLowerCase();
    return isOrder(lower) ? lower : 'ascending';
  }

  private enum(attributes: Attributes, json: Json, namespace: string): Type {
    const head = this.head(attributes, json, namespace);
    if ('type' in head) return head;
    const type = this.define<EnumType>({ type: 'enum', symbols: [], ...head }, json);
    const items = attributes.neededItems('symbols');
    this.count(items.length, json.at, 'symbols');
    if (items.length === 0) this.soft('symbol-missing', attributes.placeOf('symbols'), 'an enum needs a symbol');
    const symbols = new Set<string>();
    for (const item of items) {
      if (item.kind !== 'string' || item.value === '') {
        throw new Fault('symbol-invalid', item.at, 'a symbol is a string that is not empty');
      }
      const symbol = item.value;
      if (!isSimpleName(symbol)) {
        this.soft('symbol-invalid', item.at, noName(symbol, 'symbol'));
      }
      if (symbols.has(symbol)) {
        throw new Fault('symbol-duplicate', item.at, `the symbol ${shown(symbol)} is there twice`);
      }
      symbols.add(symbol);
    }
    type.symbols = [...symbols];
    const fallback = attributes.text('default');
    if (fallback !== undefined && symbols.has(fallback)) {
      type.default = fallback;
    } else if (fallback !== undefined) {
      const message = `the default ${shown(fallback)} is no symbol of ${type.name}`;
      this.soft('default-invalid', attributes.placeOf('default'), message);
    }
    return this.fill(type, attributes, 'type', 'name', 'namespace', 'aliases', 'doc', 'symbols', 'default');
  }

  private fixed(attributes: Attributes, json: Json, namespace: string): Type {
    const head = this.head(attributes, json, namespace);
    if ('type' in head) return head;
    const type = this.define<FixedType>({ type: 'fixed', size: 0, ...head }, json);
    const size = attributes.needed('size');
    let value: number | undefined;
    if (size.kind === 'number' && /^-?\d+$/.test(size.text)) {
      value = Number(size.text);
    } else if (size.kind === 'string' && /^\d+$/.test(size.value)) {
      attributes.softWrong(size, 'size', 'a number');
      value = Number(size.value);
    }
    if (value === undefined || value < 0 || value >= 2 ** 31) {
      throw new Fault('attribute-invalid', size.at, 'the size of a fixed is an integer from 0 to 2^31 - 1');
    }
    type.size = value;
    return this.fill(type, attributes, 'type', 'name', 'namespace', 'aliases', 'doc', 'size');
  }

  /** Refuses more symbols or branches than the limit. */
  private count(count: number, at: number, what: string): void {
    const most = this.limits.symbols;
    if (count > most) throw new Fault('limit-symbols', at, `${count} ${what}, the limit is ${most}`);
  }

  private resolve(root: Type): Type {
    const found = new Map<Type, Type>();
    for (const [type, { exact, bare, at }] of this.forward) {
      const meant = this.names.get(exact);
      const other = meant ?? this.names.get(bare);
      if (other === undefined) throw unknown(at, exact);
      if (meant === undefined) this.softBare(at, exact, bare);
      this.soft('name-unknown' satisfies SchemaKind, at, `${exact} is used before it is defined`);
      found.set(type, other.type);
    }
    const real = (type: Type) => found.get(type) ?? type;
    for (const type of this.types) {
      if (type.type === 'array') type.items = real(type.items);
      else if (type.type === 'map') type.values = real(type.values);
      else if (type.type === 'union') type.branches = type.branches.map(real);
      else if (type.type === 'record') for (const field of type.fields) field.type = real(field.type);
    }
    return real(root);
  }
}

function isOrder(word: string): word is Order {
  return ['ascending', 'descending', 'ignore'].includes(word);
}

function noName(text: string, what: string): string {
  return `${shown(text)} is no ${what}: letters, digits and _, not a digit first`;
}

function unknown(at: number, name: string): Fault {
  const message = `no primitive type is called ${shown(name)}, and no type of this name is defined before`;
  return new Fault('name-unknown', at, message);
}
