import type { Logical } from './logical.js';
import { isNamed, type Type } from './types.js';

/**
 * Which form: the specification's; one where a primitive type with attributes stays an object, as in
 * `{"type":"long"}`; or one that keeps logical types.
 */
export type Form = 'spec' | 'objects' | 'logical';

/** Without recursion: a schema may be a chain of types of any length. */
export function canonicalForm(root: Type, form: Form): string {
  const seen = new Set<Type>();
  const todo: (string | Type)[] = [root];
  let out = '';
  for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
    if (typeof step === 'string') {
      out += step;
      continue;
    }
    if (isNamed(step)) {
      if (seen.has(step)) {
        out += quoted(step.name);
        continue;
      }
      seen.add(step);
    }
    todo.push(...written(step, form).reverse());
  }
  return out;
}

function written(type: Type, form: Form): (string | Type)[] {
  switch (type.type) {
    case 'record': {
      const fields = type.fields.flatMap(({ name, type: inner }, index) => [
        `${index === 0 ? '' : ','}{"name":${quoted(name)},"type":`,
        inner,
        '}',
      ]);
      return [`{"name":${quoted(type.name)},"type":"record","fields":[`, ...fields, ']}'];
    }
    case 'enum':
      return [`{"name":${quoted(type.name)},"type":"enum","symbols":[${type.symbols.map(quoted).join(',')}]}`];
    case 'fixed':
      return [`{"name":${quoted(type.name)},"type":"fixed","size":${type.size}${logical(type.logical, form)}}`];
    case 'array':
      return ['{"type":"array","items":', type.items, '}'];
    case 'map':
      return ['{"type":"map","values":', type.values, '}'];
    case 'union':
      return ['[', ...type.branches.flatMap((branch, index) => (index === 0 ? [branch] : [',', branch])), ']'];
    default: {
      const object = form === 'objects' ? type.properties.length > 0 : form === 'logical' && type.logical !== undefined;
      return [object ? `{"type":"${type.type}"${logical(type.logical, form)}}` : `"${type.type}"`];
    }
  }
}

function logical(found: Logical | undefined, form: Form): string {
  if (form !== 'logical' || found === undefined) return '';
  const head = `,"logicalType":"${found.word}"`;
  if (found.word !== 'decimal') return head;
  return `${head},"precision":${found.precision}${found.scale > 0 ? `,"scale":${found.scale}` : ''}`;
}

/** Names are written raw; only what JSON cannot have is escaped. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
