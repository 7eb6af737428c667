import { bail } from '../wire/input.js';
import { Code } from './code.js';

/** About how many fields a function may have: large ones take V8 long to optimize. */
const MOST_INLINE = 40;

/**
 * Makes functions for a schema or a plan: one for each record that is used twice or contains itself; others become part of
 * the one around them. Their text is written without spaces, for it takes room in every program.
 */
export abstract class Generator<Part extends object> {
  protected readonly code = new Code();
  private readonly functions = new Map<Part, string>();
  private readonly todo: Part[] = [];
  private readonly uses = new Map<Part, number>();
  private readonly endless = new Set<Part>();
  /** How many fields the function has so far. */
  protected size = 0;
  /** How many levels below the beginning of the function the code is. */
  protected level = 0;

  constructor(private readonly deep: boolean) {}

  build(root: Part): unknown {
    const open = new Set<Part>();
    const visit = (part: Part): void => {
      const uses = (this.uses.get(part) ?? 0) + 1;
      this.uses.set(part, uses);
      if (open.has(part)) this.endless.add(part);
      if (uses > 1) return;
      open.add(part);
      this.parts(part).forEach(visit);
      open.delete(part);
    };
    visit(root);
    const name = this.functionOf(root);
    for (let part = this.todo.pop(); part !== undefined; part = this.todo.pop()) {
      [this.size, this.level] = [0, 0];
      this.code.define(`function ${this.functionOf(part)}(${this.text(part)}`);
    }
    return this.code.build(name);
  }

  protected abstract parts(part: Part): readonly Part[];

  /** Parameters and body of a part's function. */
  protected abstract text(part: Part): string;

  protected functionOf(part: Part): string {
    let name = this.functions.get(part);
    if (name === undefined) {
      name = this.code.fresh('f');
      this.functions.set(part, name);
      this.todo.push(part);
    }
    return name;
  }

  /** Whether a part gets a function of its own. */
  protected isApart(part: Part, isRecord: boolean): boolean {
    return this.endless.has(part) || (isRecord && (this.uses.get(part)! > 1 || this.size > MOST_INLINE));
  }

  /** Names that are not used yet, by their first letters. */
  protected four(letters: string): [string, string, string, string] {
    return Array.from(letters, (letter) => this.code.fresh(letter)) as [string, string, string, string];
  }

  /** The levels that are left for a part. */
  protected get depth(): string {
    return this.deep ? `d-${this.level}` : '1e9';
  }

  protected get bail(): string {
    return `${this.code.value(bail)}()`;
  }

  /** A level deeper: looked at where a schema may go too deep at all. */
  protected enter(): string {
    this.level++;
    return this.deep ? `if(d<${this.level})${this.bail};` : '';
  }

  /** What is done with a branch of a union; one that is a union itself is a level deeper. */
  protected case(label: string | number, nested: boolean, body: () => string): string {
    const head = nested ? this.enter() : '';
    const text = `case ${label}:{${head}${body()}break;}`;
    if (nested) this.level--;
    return text;
  }
}
