import { IngotError, shown } from '../error.js';
import { schemaText } from './text.js';
import { partsOf, type Field, type Type } from './types.js';

/**
 * The text of a schema with only the fields that are named, each by its path through records, arrays, maps and unions.
 *
 * @throws IngotError of the kind `path-unknown` for a path that leads to no field
 */
export function projectedText(root: Type, paths: readonly string[]): string {
  const kept = new Set<Field>();
  const whole = new Set<Type>();
  for (const path of paths) keep(root, path, kept, whole);
  return schemaText(root, (_, field) => kept.has(field));
}

function keep(root: Type, path: string, kept: Set<Field>, whole: Set<Type>): void {
  const steps = path.split('.');
  const seen = steps.map(() => new Set<Type>());
  const todo: [Type, number][] = [[root, 0]];
  let furthest = 0;
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [type, done] = next;
    furthest = Math.max(furthest, done);
    if (done === steps.length) {
      keepWhole(type, kept, whole);
      continue;
    }
    if (seen[done]!.has(type)) continue;
    seen[done]!.add(type);
    if (type.type !== 'record') {
      todo.push(...partsOf(type).map((part): [Type, number] => [part, done]));
      continue;
    }
    const field = type.fields.find((one) => one.name === steps[done]);
    if (field === undefined) continue;
    kept.add(field);
    todo.push([field.type, done + 1]);
  }
  if (furthest < steps.length) {
    throw new IngotError('path-unknown', `${path}: there is no field ${shown(steps[furthest]!)}`, path);
  }
}

function keepWhole(root: Type, kept: Set<Field>, whole: Set<Type>): void {
  const todo = [root];
  for (let type = todo.pop(); type !== undefined; type = todo.pop()) {
    if (whole.has(type)) continue;
    whole.add(type);
    if (type.type === 'record') for (const field of type.fields) kept.add(field);
    todo.push(...partsOf(type));
  }
}
