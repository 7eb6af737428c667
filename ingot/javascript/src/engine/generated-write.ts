import { alikeOf, chooserOf, isObject, isPlain, isRecord, onlyKey } from '../data/choose.js';
import { checkOf } from '../data/checks.js';
import { based, converterOf, isTagged, kindOf, type Settings } from '../options.js';
import { branchName, partsOf, type RecordType, type Type, type UnionType } from '../schema/types.js';
import { bail } from '../wire/input.js';
import { writeInt, writeLong } from '../wire/integers.js';
import { grow, out, putBytes, putDouble, putFixed, putFloat, putRaw, putText } from '../wire/output.js';
import type { Writer } from './engine.js';
import { Generator } from './generator.js';

export function generateWriter(root: Type, settings: Settings, deep: boolean): Writer {
  return new WriterGenerator(settings, deep).build(root) as Writer;
}

/** Stands for the room that a function's parts of a known size take together; known when the function is. */
const ROOM = '$ROOM';

class WriterGenerator extends Generator<Type> {
  private fixedRoom = 0;

  constructor(
    private readonly settings: Settings,
    deep: boolean,
  ) {
    super(deep);
  }

  protected override parts(type: Type): readonly Type[] {
    return partsOf(type);
  }

  protected override text(type: Type): string {
    this.fixedRoom = 0;
    const body = this.refined(type, 'v') + this.bare(type, 'v');
    const text = `b,v,p,d){let n,x;${this.room()}${body}return p;}`;
    return text.replaceAll(ROOM, String(this.fixedRoom));
  }

  /** Sees to it that there is room for all that is of a known size: once at the beginning, and after each part that is not. */
  private room(): string {
    return `if(p+${ROOM}>b.length)b=${this.code.value(grow)}(b,p,${ROOM});`;
  }

  /** After a call that writes as much as it likes. */
  private get reload(): string {
    return `b=${this.code.value(out)}.larger??b;`;
  }

  private from(type: Type, v: string): string {
    const head = this.refined(type, v);
    if (!this.isApart(type, type.type === 'record')) return head + this.bare(type, v);
    return `p=${this.functionOf(type)}(b,${v},p,${this.depth});${this.reload}${this.room()}`;
  }

  /** What the logical type makes of a value and asks of it. */
  private refined(type: Type, v: string): string {
    const { code } = this;
    const converter = converterOf(type, this.settings);
    const check = checkOf(type.logical, this.settings.limits);
    let text = '';
    if (converter !== undefined) {
      const encode = (value: unknown) => based(converter, type, value);
      const is = (value: unknown) => converter.is(value);
      text += `if(${code.value(is)}(${v}))${v}=${code.value(encode)}(${v});`;
    }
    if (check !== undefined) {
      // What is no value of the base type is refused there; a check sees values of it only.
      const checked = (value: unknown) =>
        looksRight(type, value) && check(value, false) === undefined ? value : bail();
      text += `${code.value(checked)}(${v});`;
    }
    return text;
  }

  /** Takes note of a part of a known size. */
  private known(size: number): void {
    this.fixedRoom += size;
  }

  private bare(type: Type, v: string): string {
    const { code } = this;
    switch (type.type) {
      case 'null':
        return `if(${v}!==null)${this.bail};`;
      case 'boolean':
        this.known(1);
        return `b[p++]=${v}===true?1:${v}===false?0:${this.bail};`;
      case 'int':
        this.known(5);
        return `if(typeof ${v}!=="number"||${v}!==(${v}|0))${this.bail};${this.integer(v)}`;
      case 'long':
        this.known(10);
        return (
          `if(typeof ${v}==="number"&&${v}===(${v}|0)){${this.integer(v)}}` +
          `else p=${code.value(writeLong)}(b,p,${v});`
        );
      case 'float':
        this.known(4);
        return `p=${code.value(putFloat)}(b,p,${v});`;
      case 'double':
        this.known(8);
        return `p=${code.value(putDouble)}(b,p,${v});`;
      case 'string':
        return `p=${code.value(putText)}(b,p,${v},${ROOM});${this.reload}`;
      case 'bytes':
        return `p=${code.value(putBytes)}(b,p,${v},${ROOM});${this.reload}`;
      case 'fixed':
        return `p=${code.value(putFixed)}(b,p,${v},${type.size},${ROOM});${this.reload}`;
      case 'enum':
        return this.symbol(type.symbols, v);
      case 'array':
        return this.items(type.items, v, false);
      case 'map':
        return this.items(type.values, v, true);
      case 'union':
        return this.union(type, v);
      case 'record':
        return this.record(type, v);
    }
  }

  /** The place of a symbol: by a part of it that tells it from the others, then a look whether it is the one. */
  private symbol(symbols: readonly string[], v: string): string {
    this.known(5);
    const { code } = this;
    const write = symbols.length <= 64 ? 'b[p++]=n<<1' : `p=${code.value(writeInt)}(b,p,n)`;
    const told = symbols.length > 2 ? toldApartBy(symbols) : undefined;
    if (told === undefined) {
      const few = symbols.map((symbol, index) => `${v}===${JSON.stringify(symbol)}?${index}:`).join('');
      const places = new Map(symbols.map((symbol, index) => [symbol, index]));
      const place = symbols.length > 2 ? `${code.value(places)}.get(${v})??` : few;
      return `n=${place}${this.bail};${write};`;
    }
    const [places, all] = [code.value(told.places), code.value(symbols)];
    return (
      `if(typeof ${v}!=="string")${this.bail};n=${places}[${v}.${told.part}&63];` +
      `if(${all}[n]!==${v})${this.bail};${write};`
    );
  }

  /** An int: of one byte or two, or by a call. */
  private integer(v: string): string {
    return (
      `x=(${v}<<1)^(${v}>>31);if((x&-128)===0)b[p++]=x;else if((x&-16384)===0){b[p]=x|128;b[p+1]=x>>7;p+=2;}` +
      `else p=${this.code.value(writeInt)}(b,p,${v});`
    );
  }

  /** An array's items, or a map's entries. */
  private items(part: Type, v: string, isMap: boolean): string {
    this.known(11);
    const { code } = this;
    const [keys, count, item, inner] = this.four('skiw');
    const head = this.enter();
    const body = this.from(part, inner);
    this.level--;
    // A Map is for the exact writer.
    const none = isMap ? `!${code.value(isObject)}(${v})||${v} instanceof Map` : `!Array.isArray(${v})`;
    const list = isMap ? keys : v;
    const listed = isMap ? `${keys}=Object.keys(${v}),` : '';
    const key = isMap ? `p=${code.value(putText)}(b,p,${keys}[${item}],${ROOM});${this.reload}` : '';
    const empty = isMap ? `else if(!${code.value(isPlain)}(${v}))${this.bail};` : '';
    return (
      `if(${none})${this.bail};${head}const ${listed}${count}=${list}.length;` +
      `if(${count}>0){if(${count}<64)b[p++]=${count}<<1;else p=${code.value(writeLong)}(b,p,${count});` +
      `for(let ${item}=0;${item}<${count};${item}++){${key}let ${inner}=${v}[${isMap ? `${keys}[${item}]` : item}];` +
      `${this.room()}${body}}${this.room()}}${empty}b[p++]=0;`
    );
  }

  private union(type: UnionType, v: string): string {
    this.known(5);
    const { code } = this;
    const { branches } = type;
    const index = (place: number) => (place < 64 ? `b[p++]=${2 * place};` : `p=${code.value(writeInt)}(b,p,${place});`);
    if (isTagged(type, this.settings)) return this.tagged(type, v, index);
    const nothing = branches.findIndex((branch) => branch.type === 'null');
    const other = branches[1 - nothing];
    if (branches.length === 2 && nothing >= 0 && other !== undefined && other.type !== 'union') {
      const body = this.from(other, v);
      return `if(${v}===null){${index(nothing)}}else{${index(1 - nothing)}${body}}`;
    }
    const told = this.toldApart(type, v, index);
    if (told !== undefined) return told;
    const cases = branches.map((branch, place) =>
      this.case(place, branch.type === 'union', () => index(place) + this.from(branch, v)),
    );
    const choose = code.value(chooserOf(type, this.settings));
    return `switch(${choose}(${v})){${cases.join('')}default:${this.bail};}`;
  }

  /** The branch by what the value looks like, where that tells; what is none of it is refused by the branch. */
  private toldApart(type: UnionType, v: string, index: (place: number) => string): string | undefined {
    const { branches } = type;
    const kinds = branches.map(kindOf);
    const plain = branches.every((branch) => converterOf(branch, this.settings) === undefined);
    if (!plain || kinds.includes('union') || new Set(kinds).size < kinds.length) return undefined;
    const text = branches.map((branch, place) => {
      return `if(${this.looks(kinds[place]!, v)}){${index(place)}${this.from(branch, v)}}else `;
    });
    return `${text.join('')}${this.bail};`;
  }

  /** Whether a value is of a kind. */
  private looks(kind: string, v: string): string {
    switch (kind) {
      case 'null':
        return `${v}===null`;
      case 'number':
        return `typeof ${v}==="number"||typeof ${v}==="bigint"`;
      case 'bytes':
        return `${v} instanceof Uint8Array`;
      case 'array':
        return `Array.isArray(${v})`;
      case 'object':
        return `${this.code.value(isObject)}(${v})`;
      default:
        return `typeof ${v}==="${kind}"`;
    }
  }

  /** The branch is the only key of an object. */
  private tagged(type: UnionType, v: string, index: (place: number) => string): string {
    const { code } = this;
    const inner = code.fresh('w');
    const nothing = type.branches.findIndex((branch) => branch.type === 'null');
    const cases = type.branches.map((branch, place) => {
      if (branch.type === 'null') return '';
      const name = JSON.stringify(branchName(branch));
      const write = () => `${index(place)}let ${inner}=${v}[${name}];${this.from(branch, inner)}`;
      return this.case(name, branch.type === 'union', write);
    });
    const body = `switch(${code.value(onlyKey)}(${v})){${cases.join('')}default:${this.bail};}`;
    return nothing < 0 ? body : `if(${v}===null){${index(nothing)}}else{${body}}`;
  }

  private record(type: RecordType, v: string): string {
    const { code } = this;
    this.size += type.fields.length;
    let text = `if(typeof ${v}!=="object"||${v}===null)${this.bail};${this.enter()}`;
    const alike = alikeOf(type);
    if (alike !== undefined) {
      const other = alike ? `${v}.constructor!==Object&&` : '';
      text += `if(${other}!${code.value((value: unknown) => isRecord(type, value))}(${v}))${this.bail};`;
    }
    for (const field of type.fields) {
      const inner = code.fresh('w');
      const name = JSON.stringify(field.name);
      const get = `${v}[${name}]`;
      // What every object has from its prototype is no field.
      const value = field.name in Object.prototype ? `Object.hasOwn(${v},${name})?${get}:undefined` : get;
      const body = this.from(field.type, inner);
      const bytes = field.default?.bytes;
      text += `{let ${inner}=${value};`;
      if (bytes === undefined) text += `${body}}`;
      else {
        const put = `p=${code.value(putRaw)}(b,p,${code.value(bytes)},${ROOM});${this.reload}`;
        text += `if(${inner}===undefined){${put}}else{${body}}}`;
      }
    }
    this.level--;
    return text;
  }
}

/** A part of a text in which all symbols differ, and for each value of it the symbol's place. */
function toldApartBy(symbols: readonly string[]): { part: string; places: number[] } | undefined {
  for (let at = -1; at < 16; at++) {
    // Behind the end of a shorter one is NaN, which is 0 as bits.
    const bits = symbols.map((symbol) => (at < 0 ? symbol.length : symbol.charCodeAt(at)) & 63);
    if (new Set(bits).size < symbols.length) continue;
    const places = new Array<number>(64).fill(0);
    for (const [index, place] of bits.entries()) places[place] = index;
    return { part: at < 0 ? 'length' : `charCodeAt(${at})`, places };
  }
  return undefined;
}

/** Whether a value can be given to the check of a logical type. */
export function looksRight(type: Type, value: unknown): boolean {
  const kind = kindOf(type);
  if (kind === 'bytes') return value instanceof Uint8Array;
  return typeof value === kind || (kind === 'number' && typeof value === 'bigint');
}
