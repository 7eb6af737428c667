/** Schemas as avsc takes them, made such that a strict reader does. */

const NAMED = new Set(['record', 'error', 'enum', 'fixed']);

/** A type that has a schema already. */
export interface Schematic {
  schema(options?: object): unknown;
}

export function isSchematic(value: unknown): value is Schematic {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Schematic>).schema === 'function';
}

/**
 * A copy in which types stand for their schemas, records without a name have one, and the namespace of the options is
 * that of the whole. A type that was given twice is its name the second time.
 */
export function plainSchema(schema: unknown, namespace?: string): unknown {
  let unnamed = 0;
  const known = new Set<string>();
  const copy = (value: unknown, depth: number): unknown => {
    if (depth > 500) throw new TypeError('the schema is nested too deeply, or contains itself');
    if (isSchematic(value)) return copy(value.schema({ exportAttrs: true }), depth + 1);
    if (Array.isArray(value)) return value.map((one) => copy(one, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    const made: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined) continue;
      const isSchema = key === 'type' || key === 'items' || key === 'values' || key === 'fields';
      made[key] = isSchema ? copy(inner, depth + 1) : inner;
    }
    if (typeof made['type'] !== 'string' || !NAMED.has(made['type'])) return made;
    if (made['name'] === undefined) made['name'] = `Unnamed${++unnamed}`;
    const name = String(made['name']);
    // avsc gives the same type as often as it was used.
    if (isSchematic(schema) && known.has(name)) return name;
    known.add(name);
    return made;
  };
  const whole = copy(schema, 0);
  if (namespace === undefined || typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole;
  return { namespace, ...whole };
}
