import { cut, shown } from '../error.js';

/** A JSON value with its place in the text. Numbers keep their text: a double does not hold all of them. */
export type Json = { at: number } & (
  | { kind: 'null' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; text: string }
  | { kind: 'string'; value: string }
  | { kind: 'array'; items: Json[] }
  | { kind: 'object'; members: Member[] }
);

export interface Member {
  key: string;
  value: Json;
}

/** What a value is, as errors call it. */
export function called(json: Json): string {
  switch (json.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return 'a boolean';
    case 'number':
      return 'a number';
    case 'string':
      return 'a string';
    case 'array':
      return 'an array';
    case 'object':
      return 'an object';
  }
}

/** What a value says, as errors show it. */
export function said(json: Json): string {
  if (json.kind === 'string') return shown(json.value);
  return json.kind === 'number' ? cut(json.text) : called(json);
}

export function member(members: readonly Member[], key: string): Json | undefined {
  return members.find((one) => one.key === key)?.value;
}

/** Whether two values say the same, wherever they stand. */
export function same(a: Json, b: Json): boolean {
  if (a.kind === 'array' && b.kind === 'array') {
    const others = b.items;
    return a.items.length === others.length && a.items.every((item, index) => same(item, others[index]!));
  }
  if (a.kind === 'object' && b.kind === 'object') {
    const others = b.members;
    return (
      a.members.length === others.length &&
      a.members.every((one, index) => one.key === others[index]!.key && same(one.value, others[index]!.value))
    );
  }
  if (a.kind === 'number' && b.kind === 'number') return a.text === b.text;
  if (a.kind === 'string' && b.kind === 'string') return a.value === b.value;
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.value === b.value;
  return a.kind === 'null' && b.kind === 'null';
}

/** The value as JavaScript has it; a number becomes the nearest double, or a bigint where it is a longer integer. */
export function plain(json: Json): unknown {
  switch (json.kind) {
    case 'null':
      return null;
    case 'boolean':
    case 'string':
      return json.value;
    case 'number': {
      const number = Number(json.text);
      return /^-?\d+$/.test(json.text) && !Number.isSafeInteger(number) ? BigInt(json.text) : number;
    }
    case 'array':
      return json.items.map(plain);
    case 'object':
      return Object.fromEntries(json.members.map(({ key, value }) => [key, plain(value)]));
  }
}

/** The text of a value, without spaces. */
export function jsonText(json: Json): string {
  switch (json.kind) {
    case 'number':
      return json.text;
    case 'array':
      return `[${json.items.map(jsonText).join(',')}]`;
    case 'object':
      return `{${json.members.map(({ key, value }) => `${JSON.stringify(key)}:${jsonText(value)}`).join(',')}}`;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(json.value);
  }
}
