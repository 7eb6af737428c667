import { jsonText, member, type Json, type Member } from '../json/value.js';
import { kindOf } from '../options.js';
import { namespaceOf, simpleName } from './names.js';
import { isNamed, type Field, type Type } from './types.js';

/** Which fields are written. */
export type Keeps = (field: Field) => boolean;

/**
 * A schema as JSON without spaces, with all its attributes and those fields that are kept. `whole` is told of unions of
 * which a default may be of another branch if fields are left out.
 */
export function schemaText(root: Type, keeps: Keeps, whole: (union: Type) => unknown = () => undefined): string {
  return new Writer(keeps, whole).type(root, '');
}

class Writer {
  private readonly seen = new Set<Type>();

  constructor(
    private readonly keeps: Keeps,
    private readonly whole: (union: Type) => unknown,
  ) {}

  type(type: Type, namespace: string): string {
    if (isNamed(type) && this.seen.has(type)) return JSON.stringify(reference(type.name, namespace));
    this.seen.add(type);
    const own = isNamed(type) ? namespaceOf(type.name) : namespace;
    const parts: [string, string][] = [];
    const put = (key: string, value: unknown) => void parts.push([key, JSON.stringify(value)]);
    if (isNamed(type)) {
      put('name', simpleName(type.name));
      if (own !== namespace) put('namespace', own);
      if (type.doc !== undefined) put('doc', type.doc);
      if (type.aliases.length > 0) put('aliases', type.aliases.map(absolute));
    }
    let word: string = type.type;
    switch (type.type) {
      case 'union':
        return `[${type.branches.map((branch) => this.type(branch, namespace)).join(',')}]`;
      case 'array':
        parts.push(['items', this.type(type.items, namespace)]);
        break;
      case 'map':
        parts.push(['values', this.type(type.values, namespace)]);
        break;
      case 'fixed':
        put('size', type.size);
        break;
      case 'enum':
        put('symbols', type.symbols);
        if (type.default !== undefined) put('default', type.default);
        break;
      case 'record': {
        if (type.isError) word = 'error';
        const kept = type.fields.filter(this.keeps);
        parts.push(['fields', `[${kept.map((field) => this.field(field, own)).join(',')}]`]);
        break;
      }
      default:
        if (type.properties.length === 0) return JSON.stringify(type.type);
    }
    return object([['type', JSON.stringify(word)], ...parts, ...others(type.properties)]);
  }

  private field(field: Field, namespace: string): string {
    const parts: [string, string][] = [
      ['name', JSON.stringify(field.name)],
      ['type', this.type(field.type, namespace)],
    ];
    if (field.doc !== undefined) parts.push(['doc', JSON.stringify(field.doc)]);
    if (field.aliases.length > 0) parts.push(['aliases', JSON.stringify(field.aliases)]);
    if (field.default !== undefined) parts.push(['default', this.kept(field.type, field.default.json)]);
    if (field.order !== 'ascending') parts.push(['order', JSON.stringify(field.order)]);
    return object([...parts, ...others(field.properties)]);
  }

  /** A default without the fields that its type does not have any more. */
  private kept(type: Type, json: Json): string {
    if (type.type === 'array' && json.kind === 'array') {
      return `[${json.items.map((item) => this.kept(type.items, item)).join(',')}]`;
    }
    if (type.type === 'map' && json.kind === 'object') {
      return object(json.members.map(({ key, value }) => [key, this.kept(type.values, value)]));
    }
    if (type.type === 'record' && json.kind === 'object') {
      return object(
        type.fields.filter(this.keeps).flatMap((field) => {
          const value = member(json.members, field.name);
          return value === undefined ? [] : [[field.name, this.kept(field.type, value)]];
        }),
      );
    }
    if (type.type === 'union' && (json.kind === 'object' || json.kind === 'array')) {
      const takers = type.branches.filter(
        (one) =>
          kindOf(one) === json.kind &&
          (one.type !== 'record' ||
            (json as { members: Member[] }).members.every(({ key }) => one.fields.some(({ name }) => name === key))),
      );
      // The first branch that takes the whole is it: what is left could be of one before.
      if (takers.length === 1 && takers[0] === type.branches.find(({ height }) => height > 0)) {
        return this.kept(takers[0]!, json);
      }
      this.whole(type);
    }
    return jsonText(json);
  }
}

function object(parts: readonly (readonly [string, string])[]): string {
  return `{${parts.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function others(properties: readonly Member[]): [string, string][] {
  return properties.map(({ key, value }) => [key, jsonText(value)]);
}

/** What means a full name within a namespace. */
export function reference(name: string, namespace: string): string {
  return namespaceOf(name) === namespace ? simpleName(name) : absolute(name);
}

/** What means a full name within any namespace. */
function absolute(name: string): string {
  return name.includes('.') ? name : `.${name}`;
}
