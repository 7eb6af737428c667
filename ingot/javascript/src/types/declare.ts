import { isNamed, partsOf, type Type } from '../schema/types.js';
import type { Schema } from '../schema.js';

const PRIMITIVES: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'boolean',
  int: 'number',
  long: 'number | bigint',
  float: 'number',
  double: 'number',
  bytes: 'Uint8Array',
  fixed: 'Uint8Array',
  string: 'string',
};

/**
 * Declarations for TypeScript: an interface for each record, a type for each enum, and a default export for the whole.
 * A name is the type's without its namespace, or with it where two would be alike. With the schema itself, `schema` is
 * declared, too.
 */
export function declarations(schema: Schema, withSchema = false): string {
  const all = new Set<Type>([schema.root]);
  for (const type of all) for (const part of partsOf(type)) all.add(part);
  const names = namesOf([...all]);
  const texts: string[] = [];
  for (const type of all) {
    if (type.type === 'record')
      texts.push(`${doc(type.doc, '')}export interface ${names.get(type)} {\n${fields(type, names)}}\n`);
    if (type.type === 'enum') {
      const symbols = type.symbols.map((symbol) => JSON.stringify(symbol)).join(' | ') || 'never';
      texts.push(`${doc(type.doc, '')}export type ${names.get(type)} = ${symbols};\n`);
    }
  }
  const whole = names.has(schema.root) ? '' : `type Whole = ${written(schema.root, names)};\n`;
  const name = names.get(schema.root) ?? 'Whole';
  const own = `import type { Parsed } from 'ingot/codec';\n\nexport declare const schema: Parsed<${name}>;\n`;
  const pieces = [withSchema ? own : '', ...texts, whole].filter((text) => text !== '');
  return `${pieces.join('\n')}\nexport type { ${name} as default };\n`;
}

function fields(type: Type & { type: 'record' }, names: ReadonlyMap<Type, string>): string {
  return type.fields
    .map((field) => {
      const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name);
      return `${doc(field.doc, '  ')}  ${name}: ${written(field.type, names)};\n`;
    })
    .join('');
}

function written(type: Type, names: ReadonlyMap<Type, string>): string {
  const name = names.get(type);
  if (name !== undefined) return name;
  switch (type.type) {
    case 'array': {
      const items = written(type.items, names);
      return items.includes(' ') ? `(${items})[]` : `${items}[]`;
    }
    case 'map':
      return `{ [key: string]: ${written(type.values, names)} }`;
    case 'union':
      return [...new Set(type.branches.map((branch) => written(branch, names)))].join(' | ') || 'never';
    default:
      return PRIMITIVES[type.type]!;
  }
}

function namesOf(types: readonly Type[]): ReadonlyMap<Type, string> {
  const names = new Map<Type, string>();
  // Words that mean something else in the declarations.
  const taken = new Set(['Whole', 'Uint8Array', 'Parsed', 'schema']);
  for (const type of types) {
    if (!isNamed(type) || type.type === 'fixed') continue;
    const full = type.name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_');
    const simple = type.name
      .slice(type.name.lastIndexOf('.') + 1)
      .replace(/[^A-Za-z0-9_]/g, '_')
      .replace(/^(?=\d)/, '_');
    let name = isReserved(simple) || taken.has(simple) ? full : simple;
    while (isReserved(name) || taken.has(name)) name += '_';
    taken.add(name);
    names.set(type, name);
  }
  return names;
}

/** Whether TypeScript has another use for a name. */
function isReserved(name: string): boolean {
  const words =
    'any as bigint boolean break case catch class const continue debugger default delete do else enum export extends ' +
    'false finally for function if implements import in infer instanceof interface keyof let never new null number ' +
    'object package private protected public readonly return static string super switch symbol this throw true try ' +
    'type typeof undefined unique unknown var void while with yield';
  return words.split(' ').includes(name);
}

/** A schema's text cannot end the comment that it stands in. */
function doc(text: string | undefined, indent: string): string {
  return text === undefined || text === ''
    ? ''
    : `${indent}/** ${text.replace(/\*\//g, '*\\/').replace(/\s+/g, ' ')} */\n`;
}
