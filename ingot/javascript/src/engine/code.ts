/** Source text that is being put together, and the values that it refers to. Names of schemas never become code. */
export class Code {
  private readonly parameters: string[] = [];
  private readonly values: unknown[] = [];
  private readonly known = new Map<unknown, string>();
  private readonly functions: string[] = [];
  private count = 0;

  /** A name that is not used yet. */
  fresh(letter: string): string {
    return `${letter}${this.count++}`;
  }

  /** The name under which the code finds a value. */
  value(value: unknown): string {
    // A Map takes 0 and -0 for the same.
    const known = value === 0 ? undefined : this.known.get(value);
    if (known !== undefined) return known;
    const name = this.fresh('c');
    this.known.set(value, name);
    this.parameters.push(name);
    this.values.push(value);
    return name;
  }

  /** Adds a whole function. */
  define(text: string): void {
    this.functions.push(text);
  }

  /** Makes functions of the text. The name is that of the one to be given back. */
  build(name: string): unknown {
    const text = `"use strict";${this.functions.join('')}return ${name}`;
    return new Function(...this.parameters, text)(...this.values);
  }
}

/** The property of an object literal, of any name: `__proto__` would be the prototype otherwise. */
export function property(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

let allowed: boolean | undefined;

/** Whether functions can be made of text here: a content policy may forbid it. */
export function canGenerate(): boolean {
  if (allowed === undefined) {
    try {
      allowed = new Function('return true')() === true;
    } catch {
      allowed = false;
    }
  }
  return allowed;
}
