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
export function called({ kind }: Json): string {
  return kind === 'null' ? kind : `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`;
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
  return withoutPlaces(a) === withoutPlaces(b);
}

function withoutPlaces(json: Json): string {
  return JSON.stringify(json, (key, value: unknown) => (key === 'at' ? undefined : value));
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
