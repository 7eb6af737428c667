#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';

import { IngotError } from './error.js';
import { Schema } from './schema.js';
import { declarations } from './types/declare.js';

/** Writes beside each schema the declarations of its values: of `tea.avsc` those in `tea.d.ts`. */
function main(files: readonly string[]): number {
  if (files.length === 0 || files.some((file) => !file.endsWith('.avsc'))) {
    console.error('usage: ingot-types FILE.avsc...');
    return 2;
  }
  let code = 0;
  for (const file of files) {
    try {
      const text = declarations(Schema.parse(readFileSync(file, 'utf8')));
      writeFileSync(file.replace(/\.avsc$/, '.d.ts'), text);
    } catch (error) {
      if (!(error instanceof IngotError) && (error as { syscall?: string }).syscall === undefined) throw error;
      console.error(`${file}: ${(error as Error).message}`);
      code = 1;
    }
  }
  return code;
}

process.exitCode = main(process.argv.slice(2));
