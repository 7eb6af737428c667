// What is brought to where the rows are checked.

import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { codecOf, HOSTILE, rows, textOf, whole } from '../rows.js';

/** The rows with their values as texts: a page's JSON does not hold all longs. */
export function rowsForPage() {
  const texts = (row, ...keys) => Object.fromEntries(keys.map((key) => [key, textOf(row, key)]));
  const data = ['data', 'logical', ...HOSTILE.map((name) => `hostile/${name}`)]
    .flatMap((file) => rows(file))
    .map((row) => ({ ...row, ...texts(row, 'schema', 'value'), bytes: whole(row, 'bytes') }));
  const resolution = rows('resolution').map((row) => ({ ...row, ...texts(row, 'writer', 'reader', 'value') }));
  const schemas = rows('schemas').map((row) => ({ ...row, text: row.schema_text ?? whole(row, 'schema') }));
  const json = rows('json').map((row) => ({ ...row, ...texts(row, 'schema', 'value'), json: whole(row, 'json') }));
  const framing = rows('framing').map((row) => ({ ...row, ...texts(row, 'schema', 'value') }));
  const containers = rows('containers')
    .filter((row) => row.container_runs === undefined)
    .map((row) => ({
      ...row,
      codec: codecOf(row),
      other: /metadata-(2\^40|max)$/.test(row.id) ? 'limit-header' : undefined,
    }));
  return JSON.stringify({ schemas, data, resolution, json, framing, containers });
}

/** A script of this folder with all that it uses. */
export async function bundled(name, platform) {
  const made = await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    bundle: true,
    format: platform === 'browser' ? 'iife' : 'esm',
    platform,
    write: false,
    logLevel: 'warning',
  });
  return made.outputFiles[0].text;
}
