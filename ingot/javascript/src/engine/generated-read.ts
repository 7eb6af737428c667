import { untagged, type Read, type RecordRead } from '../data/reading.js';
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
    return `b,p,d){const e=b.length;let x,n,v;${body}${A}.p=p;return v;}`;
  }

  /** Reads into a variable that is declared: a call where the part has a function of its own. */
  private into(read: Read, v: string): string {
    if (!this.isApart(read, read.op === 'record')) return this.bare(read, v) + this.refined(read, v);
    return `${v}=${this.functionOf(read)}(b,p,${this.depth});p=${this.code.value(at)}.p;`;
  }

  /** What the logical type asks and makes of a value. */
  private refined(read: Read, v: string): string {
    let text = '';
    if (read.check !== undefined) text += `if(${this.code.value(read.check)}(${v},false)!==undefined)${this.bail};`;
    if (read.convert !== undefined) text += `${v}=${this.code.value(read.convert)}(${v});`;
    return text;
  }

  private bare(read: Read, v: string): string {
    const { code } = this;
    const A = code.value(at);
    switch (read.op) {
      case 'null':
        return `${v}=null;`;
      case 'boolean':
        return `x=b[p++];if(x===1)${v}=true;else if(x===0)${v}=false;else ${this.bail};`;
      case 'int':
      case 'long': {
        const rest = code.value(read.op === 'int' ? readInt : readLong);
        const text =
          `if((x=b[p])<128){p++;${v}=(x>>>1)^-(x&1);}` +
          `else if((n=b[p+1])<128){p+=2;${v}=((x&126)>>>1|n<<6)^-(x&1);}` +
          `else{${v}=${rest}(b,p);p=${A}.p;}`;
        if (read.to === 'long' && read.big) return `${text}${v}=BigInt(${v});`;
        if (read.to === 'float') return `${text}${v}=${code.value(nearestFloat)}(${v});`;
        return read.to === 'double' && read.op === 'long' ? `${text}${v}=Number(${v});` : text;
      }
      case 'float':
        return `if(p+4>e)${this.bail};${v}=${code.value(readFloat)}(b,p);p+=4;`;
      case 'double':
        return `if(p+8>e)${this.bail};${v}=${code.value(readDouble)}(b,p);p+=8;`;
      case 'string':
      case 'bytes': {
        const make = code.value(read.text ? readText : read.copy);
        const strict = read.op === 'string' && !read.text ? `${code.value(readText)}(b,p,n);` : '';
        return `${this.length()}${strict}${v}=${make}(b,p,n);p+=n;`;
      }
      case 'fixed':
        return `if(p+${read.size}>e)${this.bail};${v}=${code.value(read.copy)}(b,p,${read.size});p+=${read.size};`;
      case 'enum': {
        const symbols = code.value(read.symbols);
        const head = this.index(read.symbols.length);
        const lacks = read.symbols.includes(undefined) ? `if(${v}===undefined)${this.bail};` : '';
        return `${head}${v}=${symbols}[n];${lacks}`;
      }
      case 'array':
        return this.blocks(read.items, v, false);
      case 'map':
        return this.blocks(read.values, v, true);
      case 'union':
        return this.union(read.branches, v);
      case 'tagged': {
        const inner = code.fresh('t');
        return `let ${inner};${this.into(read.inner, inner)}${v}={${property(read.tag)}:${inner}};`;
      }
      case 'record':
        return this.record(read, v);
      case 'never':
        return `${this.bail};`;
    }
  }

  /** A length into `n`. */
  private length(): string {
    const A = this.code.value(at);
    const rest = this.code.value(readLength);
    return `if((n=b[p])<128&&(n&1)===0){p++;n>>>=1;if(p+n>e)${this.bail};}` + `else{n=${rest}(b,p);p=${A}.p;}`;
  }

  /** An index below a count into `n`. One of more bytes than it needs is for the exact reader. */
  private index(count: number): string {
    if (count <= 64) return `if(!((n=b[p++])<${2 * count})||(n&1))${this.bail};n>>>=1;`;
    const rest = this.code.value(readInt);
    return (
      `if((n=b[p])<128){p++;n=(n>>>1)^-(n&1);}else{n=${rest}(b,p);p=${this.code.value(at)}.p;}` +
      `if(!(n>=0&&n<${count}))${this.bail};`
    );
  }

  private blocks(part: Read, v: string, isMap: boolean): string {
    const { code } = this;
    const A = code.value(at);
    const [end, count, item, inner] = this.four('ekiw');
    const least = part.least + (isMap ? 1 : 0);
    const head = this.enter();
    // A block of one byte's count without a size is what everybody writes.
    const spent = least === 0 ? `${code.value(spend)}(${count});` : `if(${count}*${least}>e-p)${this.bail};`;
    const [key, next] = [code.fresh('s'), code.fresh('j')];
    const body = isMap
      ? `${this.length()}const ${key}=${code.value(readText)}(b,p,n);p+=n;` +
        `${this.into(part, inner)}${v}[${key}]=${inner};`
      : `${this.into(part, inner)}${v}[${next}++]=${inner};`;
    this.level--;
    // Arrays have room for the first block at once: a count is not more than the bytes allow.
    const begin = isMap ? `${v}=${code.value(Object.create)}(null);` : `${v}=undefined;let ${next}=0;`;
    const sized = isMap ? '' : `if(${v}===undefined)${v}=${count}<=1024?new Array(${count}):[];`;
    const done = isMap ? '' : `if(${v}===undefined)${v}=[];`;
    return (
      `${head}${begin}for(;;){let ${count},${end}=-1;` +
      `if((${count}=b[p])<128&&(${count}&1)===0){p++;if(${count}===0)break;${count}>>>=1;${spent}}` +
      `else{${count}=${code.value(readBlock)}(b,p,${least});p=${A}.p;if(${count}===0)break;${end}=${A}.e;}` +
      `${sized}for(let ${item}=0;${item}<${count};${item}++){let ${inner};${body}}` +
      `if(${end}>=0&&${end}!==p)${this.bail};}${done}`
    );
  }

  private union(branches: readonly Read[], v: string): string {
    const few = branches.length <= 64;
    const cases = branches.map((branch, index) =>
      this.case(few ? 2 * index : index, untagged(branch).op === 'union', () => this.into(branch, v)),
    );
    if (few) return `switch(b[p++]){${cases.join('')}default:${this.bail};}`;
    return `${this.index(branches.length)}switch(n){${cases.join('')}}`;
  }

  private record(read: RecordRead, v: string): string {
    const { code } = this;
    this.size += read.names.length;
    let text = this.enter();
    if (read.empty > 0) text += `${code.value(spend)}(${read.empty});`;
    const names = read.names.map(() => code.fresh('v'));
    for (const action of read.actions) {
      if (action.do === 'read') {
        const name = names[action.into]!;
        text += `let ${name};${this.into(action.read, name)}`;
      } else if (action.do === 'skip') {
        text += `p=${code.value(action.fast)}(b,p,${this.depth});`;
      } else {
        const value = defaultOf(action.read, action.bytes);
        const { read: inner, bytes } = action;
        const made =
          typeof value === 'object' && value !== null
            ? `${code.value(() => defaultOf(inner, bytes))}()`
            : code.value(value);
        text += `const ${names[action.into]}=${made};`;
      }
    }
    this.level--;
    const members = read.names.map((name, index) => `${property(name)}:${names[index]}`);
    return `${text}${v}={${members.join()}};`;
  }
}
