import { cut, SchemaError, shown } from '../error.js';
import { isSimpleName } from '../schema/names.js';
import { toUtf8 } from '../wire/sink.js';
import type { Fault } from './read.js';
import type { Json, Member } from './value.js';

/** Faults with their places, in the text's order: it is gone through once. `json` is its value, if it is one. */
export function placed(faults: readonly Fault[], text: string, json: Json | undefined): SchemaError[] {
  let [at, line, column, offset] = [0, 1, 1, 0];
  return faults
    .toSorted((a, b) => a.at - b.at)
    .map((fault) => {
      const between = text.slice(at, fault.at);
      at = fault.at;
      offset += toUtf8(between).length;
      for (const character of between) {
        column++;
        if (character === '\n') [line, column] = [line + 1, 1];
      }
      const path = json === undefined ? '$' : `$${pathTo(json, fault.at)}`;
      return new SchemaError(fault.kind, { path, line, column, offset }, fault.message);
    });
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

/** A key is cut: a thousand warnings may lie within one that is as long as the text. */
function stepTo(key: string): string {
  return isSimpleName(key) ? `.${cut(key)}` : `[${shown(key)}]`;
}
