// The rows of conformance/avro, which say what any Avro library should do.

import { readFileSync } from 'node:fs';

const ROWS = new URL('../../../conformance/avro/rows/', import.meta.url);

export const HOSTILE = ['blocks', 'depth', 'ends', 'indexes', 'lengths', 'numbers', 'text', 'zero-width'];

/** The files of what strangers can send. */
export const STRANGERS = ['schemas', 'containers', 'data', 'logical', ...HOSTILE.map((name) => `hostile/${name}`)];

export const ENGINES = ['generated', 'closures'];

/** The rows of a file. Values keep their text, for longs are of any size. */
export function rows(file) {
  const lines = readFileSync(new URL(`${file}.jsonl`, ROWS), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => ({ ...JSON.parse(line), line }));
}

/** The text of one of a row's values, by the letter. */
export function textOf(row, key) {
  const { line } = row;
  let at = line.indexOf(`,"${key}":`);
  if (at < 0) return undefined;
  at += key.length + 4;
  let [depth, end] = [0, at];
  for (let quoted = false; end < line.length; end++) {
    const character = line[end];
    if (quoted) {
      if (character === '\\') end++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if ('[{'.includes(character)) depth++;
    else if (']}'.includes(character) && depth-- === 0) break;
    else if (character === ',' && depth === 0) break;
  }
  return line.slice(at, end);
}

/** A field of text that may be given in parts, each with how many times it stands there. */
export function whole(row, key) {
  const runs = row[`${key}_runs`];
  return runs === undefined ? row[key] : runs.map(([part, count]) => part.repeat(count)).join('');
}

export function bytesOf(row, key) {
  return Uint8Array.from(Buffer.from(whole(row, key), 'hex'));
}

export function hex(bytes) {
  return Buffer.from(bytes).toString('hex');
}

/** What is other than the row says: the kind of an error, or that there is none. */
export function judged(row, verdict, what, done) {
  let error;
  try {
    const wrong = done();
    if (row[verdict] === 'accept') return wrong === undefined ? [] : [`${row.id}: ${what}: ${wrong}`];
    return [`${row.id}: ${what}: accepted`];
  } catch (thrown) {
    error = thrown;
  }
  if (row[verdict] === 'accept') return [`${row.id}: ${what}: ${error.message}`];
  return error.kind === row.error ? [] : [`${row.id}: ${what}: ${error.kind ?? error.stack} for ${row.error}`];
}

/** The codec that a row's file names. */
export function codecOf(row) {
  const found = /6176726f2e636f646563([0-9a-f]{2})((?:[0-9a-f]{2}){0,12})/.exec(
    row.container ?? row.container_runs[0][0],
  );
  if (found === null) return 'null';
  const size = parseInt(found[1], 16) >> 1;
  return Buffer.from(found[2].slice(0, 2 * size), 'hex').toString('latin1');
}
