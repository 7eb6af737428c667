// The rows in another runtime, by both engines: what is wrong is printed. The arguments are a file of rows, and the codecs
// that are to be there.

import { readFileSync } from 'node:fs';
import process from 'node:process';

import { check } from './checks.js';

const [file, ...codecs] = process.argv.slice(2);
const all = JSON.parse(readFileSync(file, 'utf8'));
const found = [];
for (const engine of ['generated', 'closures']) found.push(await check(all, codecs, engine));
console.log(JSON.stringify(found));
