// What others see of the package: how large it is, and whether its types and exports are right.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import { build } from 'esbuild';
import { declarations, Schema } from 'ingot';

const HERE = fileURLToPath(new URL('../', import.meta.url));

/**
 * Bundled, minified and compressed by brotli, as size-limit tells it: what a program takes, in bytes. Sizes may only
 * shrink, and writing and reading values has to stay within 15 kB.
 */
const SIZES = [
  ['writes and reads values', "export { Codec, linked } from 'ingot/codec';", 15_000],
  ['reads schemas, too', "export { Codec, parseSchema } from 'ingot/codec';", 21_500],
  ['uses all that a Schema can do', "export { Schema } from 'ingot';", 31_200],
];

for (const [what, contents, most] of SIZES) {
  test(`a program that ${what} stays small`, async (context) => {
    const made = await build({
      stdin: { contents, resolveDir: HERE },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    });
    const size = brotliCompressSync(made.outputFiles[0].contents).length;
    context.diagnostic(`${size} bytes of ${most}`);
    assert.ok(size <= most, `${size} bytes`);
  });
}

function run(program, ...words) {
  const script = join(HERE, 'node_modules', '.bin', program);
  const done = spawnSync(process.execPath, [script, ...words], { cwd: HERE, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stdout + done.stderr);
}

test('publint finds nothing', () => run('publint', '--strict'));

test('the types are not wrong', () => run('attw', '--pack', '.', '--profile', 'esm-only', '--no-color'));

test('a schema is written for programs that do not read it', () => {
  const folder = mkdtempSync(join(HERE, 'dist', 'tea-'));
  try {
    const fields = [
      { name: 'grams', type: ['null', 'long'], default: null },
      { name: 'kind', type: 'string', default: 'oolong é' },
      { name: 'next', type: ['null', 'Tea'], default: null },
    ];
    writeFileSync(join(folder, 'tea.avsc'), JSON.stringify({ type: 'record', name: 'Tea', fields }));
    const done = spawnSync(process.execPath, [join(HERE, 'dist', 'cli.js'), '--schema', join(folder, 'tea.avsc')], {
      encoding: 'utf8',
    });
    assert.equal(done.status, 0, done.stderr);
    const use = `import { Codec } from 'ingot/codec';
import { schema } from './tea.js';
import type Tea from './tea.js';
const codec = new Codec(schema);
const tea: Tea = codec.decode(codec.encode({ grams: 5 } as Tea));
const grams: number | bigint | null = tea.grams;
if (grams !== 5 || tea.kind !== 'oolong é' || tea.next !== null) throw new Error(JSON.stringify(tea));
`;
    writeFileSync(join(folder, 'use.ts'), use);
    run('tsc', '--strict', '--ignoreConfig', '--module', 'nodenext', '--target', 'es2022', join(folder, 'use.ts'));
    const ran = spawnSync(process.execPath, [join(folder, 'use.js')], { encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('no name of a schema is a word of TypeScript in its declarations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-types-'));
  try {
    const words =
      'abstract any as asserts async await bigint class declare default enum export from get global infer interface ' +
      'intrinsic is keyof module namespace never object of out override readonly require satisfies set symbol type ' +
      'typeof undefined unique unknown using Uint8Array Whole Parsed schema';
    const types = words.split(' ').map((name) => {
      const fields = [
        { name, type: ['null', name] },
        { name: 'all', type: { type: 'array', items: name } },
      ];
      return { type: 'record', name, fields };
    });
    writeFileSync(join(folder, 'words.d.ts'), declarations(Schema.parse(types)));
    run('tsc', '--noEmit', '--strict', '--ignoreConfig', join(folder, 'words.d.ts'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

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
    const asked = (...words) =>
      spawnSync(process.execPath, [join(HERE, 'dist', 'cli.js'), ...words], { encoding: 'utf8' });
    writeFileSync(join(folder, 'marked.avsc'), '\ufeff"int"');
    assert.equal(asked(join(folder, 'marked.avsc')).status, 0);
    assert.match(asked('--help').stdout, /^usage: /);
    assert.equal(asked('--other').status, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
