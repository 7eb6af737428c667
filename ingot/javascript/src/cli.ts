#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';

import { IngotError } from './error.js';
import { Schema } from './schema.js';
import { parseSchema } from './schema/given.js';
import { tableOf } from './schema/table.js';
import { declarations } from './types/declare.js';

const USAGE = `usage: ingot-types [--schema] FILE.avsc...
  writes the declarations of a schema's values: of tea.avsc those in tea.d.ts
  --schema  writes the schema itself, too, as it is when it is read: in tea.js, for a Codec`;

function write(file: string, withSchema: boolean): void {
  // Some editors put a mark at the beginning, which is no JSON.
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const types = declarations(Schema.parse(text), withSchema);
  const beside = file.slice(0, -'.avsc'.length);
  writeFileSync(`${beside}.d.ts`, types);
  if (!withSchema) return;
  const rows = tableOf(parseSchema(text)).map((row) => `  ${JSON.stringify(row)},\n`);
  const head = "// Written by ingot-types.\nimport { linked } from 'ingot/codec';\n";
  writeFileSync(`${beside}.js`, `${head}\nexport const schema = linked([\n${rows.join('')}]);\n`);
}

function main(words: readonly string[]): number {
  if (words.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const withSchema = words[0] === '--schema';
  const files = withSchema ? words.slice(1) : words;
  if (files.length === 0 || files.some((file) => !file.endsWith('.avsc'))) {
    console.error(USAGE);
    return 2;
  }
  let code = 0;
  for (const file of files) {
    try {
      write(file, withSchema);
    } catch (error) {
      if (!(error instanceof IngotError) && (error as { syscall?: string }).syscall === undefined) throw error;
      console.error(`${file}: ${(error as Error).message}`);
      code = 1;
    }
  }
  return code;
}

process.exitCode = main(process.argv.slice(2));
