import type { Place } from '../error.js';
import type { Json, Member } from './value.js';

/** Where an offset is, in words for people. `json` is the text's value, if it is one. */
export function placeOf(text: string, json: Json | undefined, at: number): Place {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return {
    path: json === undefined ? '$' : `$${pathTo(json, at)}`,
    line: before.split('\n').length,
    column: Array.from(before.slice(start)).length + 1,
    offset: new TextEncoder().encode(before).length,
  };
}

/** The path to the value that begins at an offset, or to the one around it. */
function pathTo(json: Json, at: number): string {
  let path = '';
  for (let here: Json | undefined = json; here !== undefined && here.at !== at;) {
    let next: Json | undefined;
    let step = '';
    if (here.kind === 'array') {
      const index = here.items.findLastIndex((item) => item.at <= at);
      next = here.items[index];
      step = `[${index}]`;
    } else if (here.kind === 'object') {
      const found: Member | undefined = here.members.findLast((one) => one.value.at <= at);
      next = found?.value;
      step = found === undefined ? '' : stepTo(found.key);
    }
    if (next !== undefined) path += step;
    here = next;
  }
  return path;
}

function stepTo(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
