import type { SchemaKind } from '../error.js';
import { Fault } from '../json/read.js';
import { called, member, type Json, type Member } from '../json/value.js';

/** Refuses what is odd, or notes it, as the reading is strict or lenient. */
export type Soft = (kind: SchemaKind, at: number, message: string) => void;

/** The attributes of a type or a field, each checked for what it may be. */
export class Attributes {
  constructor(
    readonly at: number,
    private readonly members: readonly Member[],
    private readonly what: string,
    private readonly soft: Soft,
  ) {}

  get(key: string): Json | undefined {
    return member(this.members, key);
  }

  /** Where an attribute stands, or else the whole. */
  placeOf(key: string): number {
    return this.get(key)?.at ?? this.at;
  }

  /** Those that are not among the ones given. */
  others(...own: string[]): Member[] {
    return this.members.filter(({ key }) => !own.includes(key));
  }

  needed(key: string): Json {
    const json = this.get(key);
    if (json === undefined)
      throw new Fault('attribute-missing', this.at, `the ${this.what} needs the attribute "${key}"`);
    return json;
  }

  neededText(key: string): string {
    const json = this.needed(key);
    if (json.kind !== 'string') throw wrong(json, key, 'a string');
    return json.value;
  }

  neededItems(key: string): readonly Json[] {
    const json = this.needed(key);
    if (json.kind !== 'array') throw wrong(json, key, 'an array');
    return json.items;
  }

  /** An attribute that is a string where it is there; leniently, anything else counts for nothing. */
  text(key: string): string | undefined {
    const json = this.get(key);
    if (json === undefined) return undefined;
    if (json.kind === 'string') return json.value;
    this.softWrong(json, key, 'a string');
    return undefined;
  }

  /** An attribute that is an array of strings where it is there; leniently, anything else counts for nothing. */
  texts(key: string): string[] {
    const json = this.get(key);
    if (json === undefined) return [];
    if (json.kind !== 'array') {
      this.softWrong(json, key, 'an array of strings');
      return [];
    }
    const texts: string[] = [];
    for (const item of json.items) {
      if (item.kind === 'string') texts.push(item.value);
      else this.softWrong(item, key, 'an array of strings');
    }
    return texts;
  }

  softWrong(json: Json, key: string, expected: string): void {
    this.soft('attribute-invalid', json.at, wrongLine(json, key, expected));
  }
}

function wrong(json: Json, key: string, expected: string): Fault {
  return new Fault('attribute-invalid', json.at, wrongLine(json, key, expected));
}

function wrongLine(json: Json, key: string, expected: string): string {
  return `"${key}" is ${called(json)}, not ${expected}`;
}
