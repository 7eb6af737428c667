/** Schemas as avsc takes them, made such that a strict reader does. */

import { fullName, namespaceOf, simpleName } from '../schema/names.js';
import { reference } from '../schema/text.js';
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
  const named = (word: string, place: Place): unknown => {
    if (isPrimitive(word)) return word;
    const name = fullName(word, place.space);
    const given = known.has(name) || !Object.hasOwn(registry, name) ? undefined : registry[name];
    return given === undefined ? reference(name, place.around) : copy(given, place);
  };
  const copy = (value: unknown, { depth, space, around, given }: Place): unknown => {
    if (depth > 500) throw new TypeError('the schema is nested too deeply, or contains itself');
    const place = { depth: depth + 1, space, around, given };
    if (typeof value === 'string') return named(value, place);
    if (isSchematic(value)) {
      // Its names have the namespaces that they have there.
      return copy(value.whole ?? value.schema({ exportAttrs: true }), { ...place, space: '', given: true });
    }
    if (Array.isArray(value)) return value.map((one) => copy(one, place));
    if (typeof value !== 'object' || value === null) return value;
    const made: Record<string, unknown> = { ...value };
    for (const [key, inner] of Object.entries(made)) if (inner === undefined) delete made[key];
    const { type, namespace: own } = made;
    if (typeof type === 'string' && NAMED.has(type)) {
      const name = fullName(String(made['name'] ?? `Unnamed${++unnamed}`), typeof own === 'string' ? own : space);
      if (given && known.has(name)) return reference(name, around);
      known.add(name);
      const inner = namespaceOf(name);
      made['name'] = simpleName(name);
      if (inner === around) delete made['namespace'];
      else made['namespace'] = inner;
      place.space = place.around = inner;
    } else if (type !== 'array' && type !== 'map') {
      made['type'] = copy(type, place);
    }
    if (type === 'array') made['items'] = copy(made['items'], place);
    if (type === 'map') made['values'] = copy(made['values'], place);
    if (Array.isArray(made['fields'])) {
      made['fields'] = made['fields'].map((field: unknown) =>
        typeof field === 'object' && field !== null && 'type' in field
          ? { ...field, type: copy(field.type, place) }
          : field,
      );
    }
    return made;
  };
  return copy(schema, { depth: 0, space: namespace, around: '', given: false });
}

/** Where in a schema a type stands. */
interface Place {
  depth: number;
  /** The namespace of names in what was given. */
  space: string;
  /** The namespace of names in what is made. */
  around: string;
  /** Whether it is part of a type that was given. */
  given: boolean;
}
