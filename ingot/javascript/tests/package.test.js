// What others see of the package: how large it is, and whether its types and exports are right.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('../', import.meta.url));

/** Minified and compressed, with all that a Schema can do. It may only shrink; 15 kB for reading and writing alone is the aim. */
const MOST_BYTES = 34_900;

test('a program that uses Schema stays small', async () => {
  const contents = "import { Schema } from 'ingot'; globalThis.schema = Schema;";
  const made = await build({
    stdin: { contents, resolveDir: HERE },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const size = gzipSync(made.outputFiles[0].contents, { level: 9 }).length;
  assert.ok(size <= MOST_BYTES, `${size} bytes`);
});

function run(program, ...words) {
  const script = join(HERE, 'node_modules', '.bin', program);
  const done = spawnSync(process.execPath, [script, ...words], { cwd: HERE, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stdout + done.stderr);
}

test('publint finds nothing', () => run('publint', '--strict'));

test('the types are not wrong', () => run('attw', '--pack', '.', '--profile', 'esm-only', '--no-color'));

test('declarations are written for files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-types-'));
  try {
    const schema = {
      type: 'record',
      name: 'a.Tea',
      doc: 'Ends */ here',
      fields: [
        { name: 'kind', type: { type: 'enum', name: 'b.Tea', symbols: ['GREEN'] } },
        { name: 'next', type: { type: 'array', items: ['null', 'a.Tea'] } },
        { name: 'grams', type: { type: 'map', values: 'long' }, doc: 'by day' },
      ],
    };
    writeFileSync(join(folder, 'tea.avsc'), JSON.stringify(schema));
    writeFileSync(join(folder, 'bad.avsc'), '{"type": "record"}');
    const done = spawnSync(
      process.execPath,
      [join(HERE, 'dist', 'cli.js'), join(folder, 'bad.avsc'), join(folder, 'tea.avsc')],
      { encoding: 'utf8' },
    );
    assert.equal(done.status, 1);
    assert.match(done.stderr, /bad\.avsc: line 1, column 1 \(\$\): the record needs the attribute "name"/);
    assert.equal(
      readFileSync(join(folder, 'tea.d.ts'), 'utf8'),
      [
        '/** Ends *\\/ here */',
        'export interface Tea {',
        '  kind: b_Tea;',
        '  next: (null | Tea)[];',
        '  /** by day */',
        '  grams: { [key: string]: number | bigint };',
        '}',
        '',
        'export type b_Tea = "GREEN";',
        '',
        'export type { Tea as default };',
        '',
      ].join('\n'),
    );
    run('tsc', '--noEmit', '--strict', '--ignoreConfig', join(folder, 'tea.d.ts'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
