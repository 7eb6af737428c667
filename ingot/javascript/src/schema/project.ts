import { IngotError, shown } from '../error.js';
import { schemaText } from './text.js';
import { partsOf, type Field, type Type } from './types.js';

/**
 * The text of a schema with only the fields that are named, each by its path through records, arrays, maps and unions.
 * A union keeps all fields where without them a default might be of another of its branches.
 *
 * @throws IngotError of the kind `path-unknown` for a path that leads to no field
 */
export function projectedText(root: Type, paths: readonly string[]): string {
  const kept = new Set<Field>();
  const whole = new Set<Type>();
  const keep = (from: Type, steps: readonly string[]): number => {
    const seen = [...steps.map(() => new Set<Type>()), whole];
    const todo: [Type, number][] = [[from, 0]];
    let furthest = 0;
    for (const [type, done] of todo) {
      furthest = Math.max(furthest, done);
      if (seen[done]!.has(type)) continue;
      seen[done]!.add(type);
      if (type.type !== 'record') {
        todo.push(...partsOf(type).map((part): [Type, number] => [part, done]));
        continue;
      }
      for (const field of type.fields) {
        // Behind the last step all is kept.
        if (field.name !== (steps[done] ?? field.name)) continue;
        kept.add(field);
        todo.push([field.type, Math.min(done + 1, steps.length)]);
      }
    }
    return furthest;
  };
  for (const path of paths) {
    const steps = path.split('.');
    const missing = steps[keep(root, steps)];
    if (missing !== undefined)
      throw new IngotError('path-unknown', `${path}: there is no field ${shown(missing)}`, path);
  }
  for (;;) {
    const { size } = kept;
    const text = schemaText(
      root,
      (field) => kept.has(field),
      (union) => keep(union, []),
    );
    if (kept.size === size) return text;
  }
}
