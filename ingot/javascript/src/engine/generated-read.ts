import type { Read, RecordRead } from '../data/reading.js';
import { defaultOf } from '../data/exact.js';
import { at, nearestFloat, readBlock, readInt, readLength, readLong, spend } from '../wire/input.js';
import { readDouble, readFloat } from '../wire/reals.js';
import { readText } from '../wire/read-text.js';
import { property } from './code.js';
import type { Reader } from './engine.js';
import { Generator } from './generator.js';

export function generateReader(root: Read, deep: boolean): Reader {
  return new ReaderGenerator(deep).build(root) as Reader;
}

class ReaderGenerator extends Generator<Read> {
  protected override parts(read: Read): readonly Read[] {
    switch (read.op) {
      case 'array':
        return [read.items];
      case 'map':
        return [read.values];
      case 'union':
        return read.branches;
      case 'tagged':
        return [read.inner];
      case 'record':
        return read.actions.flatMap((action) => (action.do === 'read' ? [action.read] : []));
      default:
        return [];
    }
  }

  protected override text(read: Read): string {
    const A = this.code.value(at);
    const body = this.bare(read, 'v') + this.refined(read, 'v');
    return `b, p, d) { const e = b.length; let x, n, v;\n${body}${A}.p = p; return v; }`;
  }

  /** Reads into a variable that is declared: a call where the part has a function of its own. */
  private into(read: Read, v: string): string {
    if (!this.isApart(read, read.op === 'record')) return this.bare(read, v) + this.refined(read, v);
    return `${v} = ${this.functionOf(read)}(b, p, ${this.depth}); p = ${this.code.value(at)}.p;\n`;
  }

  /** What the logical type asks and makes of a value. */
  private refined(read: Read, v: string): string {
    let text = '';
    if (read.check !== undefined)
      text += `if (${this.code.value(read.check)}(${v}, false) !== undefined) ${this.bail};\n`;
    if (read.convert !== undefined) text += `${v} = ${this.code.value(read.convert)}(${v});\n`;
    return text;
  }

  private bare(read: Read, v: string): string {
    const { code } = this;
    const A = code.value(at);
    switch (read.op) {
      case 'null':
        return `${v} = null;\n`;
      case 'boolean':
        return `x = b[p++]; if (x === 1) ${v} = true; else if (x === 0) ${v} = false; else ${this.bail};\n`;
      case 'int':
      case 'long': {
        const rest = code.value(read.op === 'int' ? readInt : readLong);
        const text =
          `if ((x = b[p]) < 128) { p++; ${v} = (x >>> 1) ^ -(x & 1); } ` +
          `else if ((n = b[p + 1]) < 128) { p += 2; ${v} = ((x & 126) >>> 1 | n << 6) ^ -(x & 1); } ` +
          `else { ${v} = ${rest}(b, p); p = ${A}.p; }\n`;
        if (read.to === 'long' && read.big) return `${text}${v} = BigInt(${v});\n`;
        if (read.to === 'float') return `${text}${v} = ${code.value(nearestFloat)}(${v});\n`;
        return read.to === 'double' && read.op === 'long' ? `${text}${v} = Number(${v});\n` : text;
      }
      case 'float':
        return `if (p + 4 > e) ${this.bail}; ${v} = ${code.value(readFloat)}(b, p); p += 4;\n`;
      case 'double':
        return `if (p + 8 > e) ${this.bail}; ${v} = ${code.value(readDouble)}(b, p); p += 8;\n`;
      case 'string':
      case 'bytes': {
        const make = code.value(read.text ? readText : read.copy);
        const strict = read.op === 'string' && !read.text ? `${code.value(readText)}(b, p, n); ` : '';
        return `${this.length()}${strict}${v} = ${make}(b, p, n); p += n;\n`;
      }
      case 'fixed':
        return `if (p + ${read.size} > e) ${this.bail}; ${v} = ${code.value(read.copy)}(b, p, ${read.size}); p += ${read.size};\n`;
      case 'enum': {
        const symbols = code.value(read.symbols);
        const head = this.index(read.symbols.length);
        const lacks = read.symbols.includes(undefined) ? ` if (${v} === undefined) ${this.bail};` : '';
        return `${head} ${v} = ${symbols}[n];${lacks}\n`;
      }
      case 'array':
        return this.blocks(read.items, v, false);
      case 'map':
        return this.blocks(read.values, v, true);
      case 'union':
        return this.union(read.branches, v);
      case 'tagged': {
        const inner = code.fresh('t');
        return `let ${inner};\n${this.into(read.inner, inner)}${v} = { ${property(read.tag)}: ${inner} };\n`;
      }
      case 'record':
        return this.record(read, v);
      case 'never':
        return `${this.bail};\n`;
    }
  }

  /** A length into `n`. */
  private length(): string {
    const A = this.code.value(at);
    const rest = this.code.value(readLength);
    return (
      `if ((n = b[p]) < 128 && (n & 1) === 0) { p++; n >>>= 1; if (p + n > e) ${this.bail}; } ` +
      `else { n = ${rest}(b, p); p = ${A}.p; }\n`
    );
  }

  /** An index below a count into `n`. One of more bytes than it needs is for the exact reader. */
  private index(count: number): string {
    if (count <= 64) return `if (!((n = b[p++]) < ${2 * count}) || (n & 1)) ${this.bail}; n >>>= 1;\n`;
    const rest = this.code.value(readInt);
    return (
      `if ((n = b[p]) < 128) { p++; n = (n >>> 1) ^ -(n & 1); } else { n = ${rest}(b, p); p = ${this.code.value(at)}.p; }\n` +
      `if (!(n >= 0 && n < ${count})) ${this.bail};\n`
    );
  }

  private blocks(part: Read, v: string, isMap: boolean): string {
    const { code } = this;
    const A = code.value(at);
    const [end, count, item, inner] = ['e', 'k', 'i', 'w'].map((letter) => code.fresh(letter)) as [
      string,
      string,
      string,
      string,
    ];
    const least = part.least + (isMap ? 1 : 0);
    const head = this.enter();
    // A block of one byte's count without a size is what everybody writes.
    const spent = least === 0 ? `${code.value(spend)}(${count});` : `if (${count} * ${least} > e - p) ${this.bail};`;
    const [key, next] = [code.fresh('s'), code.fresh('j')];
    const body = isMap
      ? `${this.length()}const ${key} = ${code.value(readText)}(b, p, n); p += n;\n${this.into(part, inner)}${v}[${key}] = ${inner};\n`
      : `${this.into(part, inner)}${v}[${next}++] = ${inner};\n`;
    this.level--;
    // Arrays have room for the first block at once: a count is not more than the bytes allow.
    const begin = isMap ? `${v} = ${code.value(Object.create)}(null);` : `${v} = undefined; let ${next} = 0;`;
    const sized = isMap ? '' : `if (${v} === undefined) ${v} = ${count} <= 1024 ? new Array(${count}) : [];\n`;
    const done = isMap ? '' : `if (${v} === undefined) ${v} = [];\n`;
    return (
      `${head}${begin}\nfor (;;) { let ${count}, ${end} = -1;\n` +
      `if ((${count} = b[p]) < 128 && (${count} & 1) === 0) { p++; if (${count} === 0) break; ${count} >>>= 1; ${spent} }\n` +
      `else { ${count} = ${code.value(readBlock)}(b, p, ${least}); p = ${A}.p; if (${count} === 0) break; ${end} = ${A}.e; }\n` +
      `${sized}for (let ${item} = 0; ${item} < ${count}; ${item}++) { let ${inner};\n${body}}\n` +
      `if (${end} >= 0 && ${end} !== p) ${this.bail}; }\n${done}`
    );
  }

  private union(branches: readonly Read[], v: string): string {
    const nested = (branch: Read) => (branch.op === 'tagged' ? branch.inner : branch).op === 'union';
    const few = branches.length <= 64;
    const cases = branches.map((branch, index) => {
      const deeper = nested(branch);
      const head = deeper ? this.enter() : '';
      const text = `case ${few ? 2 * index : index}: {\n${head}${this.into(branch, v)}break; }\n`;
      if (deeper) this.level--;
      return text;
    });
    if (few) return `switch (b[p++]) {\n${cases.join('')}default: ${this.bail}; }\n`;
    return `${this.index(branches.length)}switch (n) {\n${cases.join('')}}\n`;
  }

  private record(read: RecordRead, v: string): string {
    const { code } = this;
    this.size += read.names.length;
    let text = this.enter();
    if (read.empty > 0) text += `${code.value(spend)}(${read.empty});\n`;
    const names = read.names.map(() => code.fresh('v'));
    for (const action of read.actions) {
      if (action.do === 'read') {
        const name = names[action.into]!;
        text += `let ${name};\n${this.into(action.read, name)}`;
      } else if (action.do === 'skip') {
        text += `p = ${code.value(action.fast)}(b, p, ${this.depth});\n`;
      } else {
        const value = defaultOf(action.read, action.bytes);
        const { read: inner, bytes } = action;
        const made =
          typeof value === 'object' && value !== null
            ? `${code.value(() => defaultOf(inner, bytes))}()`
            : code.value(value);
        text += `const ${names[action.into]} = ${made};\n`;
      }
    }
    this.level--;
    const members = read.names.map((name, index) => `${property(name)}: ${names[index]}`);
    return `${text}${v} = { ${members.join(', ')} };\n`;
  }
}
