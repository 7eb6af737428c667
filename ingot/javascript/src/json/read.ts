import { shown, type SchemaKind } from '../error.js';
import { MOST_SCHEMA_DEPTH } from '../limits.js';
import { toUtf8 } from '../wire/sink.js';
import { isWellFormed } from '../wire/well-formed.js';
import type { Json, Member } from './value.js';

/** What is wrong with a text, at an offset in UTF-16 units. */
export class Fault {
  constructor(
    readonly kind: SchemaKind,
    readonly at: number,
    readonly message: string,
  ) {}
}

/** What is read though it is no JSON, or none that says one thing. */
export interface Odd {
  /** Keys that are there twice, of which the last counts. */
  keys?: (fault: Fault) => void;
  /** Floats that JSON has no number for, without quotes; they become texts. */
  floats?: boolean;
}

export interface Sizes {
  textBytes: number;
  jsonValues: number;
  depth: number;
}

/** From text to JSON by the letter of RFC 8259, within limits. */
export function read(text: string, sizes: Sizes, odd: Odd = {}): Json {
  // A unit of UTF-16 has a byte at least and three at most.
  const bytes = text.length * 3 > sizes.textBytes ? toUtf8(text).length : 0;
  if (bytes > sizes.textBytes) {
    throw new Fault('limit-text', 0, `the text has ${bytes} bytes, the limit is ${sizes.textBytes}`);
  }
  return new Reader(text, sizes, odd).whole();
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
// eslint-disable-next-line no-control-regex -- what JSON wants escaped
const SPECIAL = /["\\\u0000-\u001f]/g;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, true | false | null])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
];

class Reader {
  private at = 0;
  private depth: number;
  private values: number;

  constructor(
    private readonly text: string,
    sizes: Sizes,
    private readonly odd: Odd,
  ) {
    this.depth = Math.min(sizes.depth, MOST_SCHEMA_DEPTH);
    this.values = sizes.jsonValues;
  }

  whole(): Json {
    const json = this.value();
    this.space();
    if (this.at < this.text.length) throw this.fault('more text behind the JSON value');
    return json;
  }

  private value(): Json {
    this.space();
    const at = this.at;
    if (--this.values < 0) throw new Fault('limit-json-values', at, 'too many JSON values');
    const first = this.text[at];
    switch (first) {
      case '{':
        return this.nested(() => ({ at, kind: 'object', members: this.members() }));
      case '[':
        return this.nested(() => ({ at, kind: 'array', items: this.items() }));
      case '"':
        return { at, kind: 'string', value: this.string() };
      case undefined:
        throw this.fault('the text ends, a JSON value is due');
    }
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(this.text);
    if (number === null) return this.word(at);
    this.at += number[0].length;
    if (/[0-9.eE]/.test(this.text[this.at] ?? '')) throw this.fault('this is no number of JSON');
    return { at, kind: 'number', text: number[0] };
  }

  private nested(make: () => Json): Json {
    if (--this.depth < 0) throw new Fault('limit-depth', this.at, 'JSON values are nested too deeply');
    this.at++;
    const json = make();
    this.depth++;
    return json;
  }

  private items(): Json[] {
    const items: Json[] = [];
    this.space();
    if (this.take(']')) return items;
    for (;;) {
      items.push(this.value());
      this.space();
      if (this.take(']')) return items;
      this.expect(',', 'a comma or ]');
    }
  }

  private members(): Member[] {
    const members = new Map<string, Json>();
    this.space();
    while (!(members.size === 0 && this.take('}'))) {
      this.space();
      const at = this.at;
      if (this.text[at] !== '"') throw this.fault('a key in quotes is due here');
      const key = this.string();
      this.space();
      this.expect(':', 'a colon');
      const value = this.value();
      if (members.delete(key)) this.again(new Fault('key-duplicate', at, `the key ${shown(key)} is there twice`));
      members.set(key, value);
      this.space();
      if (this.take('}')) break;
      this.expect(',', 'a comma or }');
    }
    return Array.from(members, ([key, value]) => ({ key, value }));
  }

  private again(fault: Fault): void {
    if (this.odd.keys === undefined) throw fault;
    this.odd.keys(fault);
  }

  private string(): string {
    let out = '';
    this.at++;
    for (;;) {
      SPECIAL.lastIndex = this.at;
      const next = SPECIAL.exec(this.text);
      if (next === null) {
        this.at = this.text.length;
        throw this.fault('the text ends within a string');
      }
      out += this.text.slice(this.at, next.index);
      this.at = next.index;
      if (next[0] === '"') {
        this.at++;
        break;
      }
      if (next[0] !== '\\') throw this.fault('a control character in a string');
      out += this.escape();
    }
    if (!isWellFormed(out)) throw this.fault('half of a surrogate pair');
    return out;
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? '';
    if (letter === 'u') {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.fault('\\u needs four hexadecimal digits');
      this.at += 6;
      return String.fromCharCode(parseInt(digits, 16));
    }
    const found = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (found === undefined) throw this.fault('no such escape');
    this.at += 2;
    return found;
  }

  private word(at: number): Json {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, at)) continue;
      this.at += word.length;
      return value === null ? { at, kind: 'null' } : { at, kind: 'boolean', value };
    }
    const float = ['NaN', 'Infinity', '-Infinity'].find((word) => this.odd.floats && this.text.startsWith(word, at));
    if (float === undefined) throw this.fault('this is no JSON value');
    this.at += float.length;
    return { at, kind: 'string', value: float };
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? '-')) this.at++;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private expect(character: string, what: string): void {
    if (!this.take(character)) throw this.fault(`${what} is due here`);
  }

  private fault(message: string): Fault {
    return new Fault('json', this.at, message);
  }
}
