/** Schemas as avsc takes them, made such that a strict reader does. */

import { fullName, namespaceOf } from '../schema/names.js';
import { isPrimitive } from '../schema/types.js';

const NAMED = new Set(['record', 'error', 'enum', 'fixed']);

/** A type that has a schema already. */
export interface Schematic {
  /** All of the schema. */
  readonly whole?: unknown;
  schema(options?: object): unknown;
}

export function isSchematic(value: unknown): value is Schematic {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Schematic>).schema === 'function';
}

/** Types by their full names: those that a schema may use without defining them. */
export type Registry = Record<string, Schematic>;

/**
 * A copy in which types stand for their schemas, records without a name have one, and all names are full, by the
 * namespace of the options where there is no other. A type that was given is its name the second time.
 */
export function plainSchema(schema: unknown, namespace = '', registry: Registry = {}): unknown {
  let unnamed = 0;
  const known = new Set<string>();
  const named = (word: string, depth: number, space: string): unknown => {
    if (isPrimitive(word)) return word;
    const name = fullName(word, space);
    const given = known.has(name) || !Object.hasOwn(registry, name) ? undefined : registry[name];
    return given === undefined ? name : copy(given, depth + 1, '', true);
  };
  const copy = (value: unknown, depth: number, space: string, given: boolean): unknown => {
    if (depth > 500) throw new TypeError('the schema is nested too deeply, or contains itself');
    if (typeof value === 'string') return named(value, depth, space);
    if (isSchematic(value)) return copy(value.whole ?? value.schema({ exportAttrs: true }), depth + 1, '', true);
    if (Array.isArray(value)) return value.map((one) => copy(one, depth + 1, space, given));
    if (typeof value !== 'object' || value === null) return value;
    const made: Record<string, unknown> = { ...value };
    for (const [key, inner] of Object.entries(made)) if (inner === undefined) delete made[key];
    const { type } = made;
    if (typeof type === 'string' && NAMED.has(type)) {
      const text = String(made['name'] ?? `Unnamed${++unnamed}`);
      const own = made['namespace'];
      const name = fullName(text, typeof own === 'string' ? own : space);
      if (given && known.has(name)) return name;
      known.add(name);
      made['name'] = name.includes('.') ? name : `.${name}`;
      delete made['namespace'];
      space = namespaceOf(name);
    } else if (type !== 'array' && type !== 'map') {
      made['type'] = copy(type, depth + 1, space, given);
    }
    if (type === 'array') made['items'] = copy(made['items'], depth + 1, space, given);
    if (type === 'map') made['values'] = copy(made['values'], depth + 1, space, given);
    if (Array.isArray(made['fields'])) {
      made['fields'] = made['fields'].map((field: unknown) =>
        typeof field === 'object' && field !== null && 'type' in field
          ? { ...field, type: copy(field.type, depth + 1, space, given) }
          : field,
      );
    }
    return made;
  };
  return copy(schema, 0, namespace, false);
}
