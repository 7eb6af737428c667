// Some of the rows in a process of its own. Its arguments are an engine, in how many parts the rows are divided, and which
// of them these are; it prints how far the process grew meanwhile, in bytes.

import process from 'node:process';

import { FileBytes, FileStream, Schema } from 'ingot';

import { bytesOf, rows, STRANGERS, textOf, whole } from '../rows.js';

const [engine, parts, part] = process.argv.slice(2);
const values = { engine, unions: 'tagged' };

/** How a row ends is asked elsewhere: here it is to end, in a value or in an error of a kind. */
async function ends(ask) {
  try {
    await ask();
  } catch (error) {
    if (error.kind === undefined) throw error;
  }
}

async function readFile(row) {
  const bytes = bytesOf(row, 'container');
  await ends(() => new FileBytes(bytes, { values }).forEach(() => {}));
  await ends(async () => {
    const file = await FileStream.open(new Blob([bytes]), { tolerance: 'cut', values });
    for await (const records of file.batches()) void records;
  });
}

async function ask(row) {
  if (row.container !== undefined || row.container_runs !== undefined) return readFile(row);
  const hasBytes = row.bytes !== undefined || row.bytes_runs !== undefined;
  for (const lenient of [false, true]) {
    if (hasBytes)
      await ends(() => Schema.parse(textOf(row, 'schema'), values).decode(bytesOf(row, 'bytes'), { lenient }));
    else await ends(() => Schema.parse(row.schema_text ?? whole(row, 'schema'), { lenient }).canonicalForm());
  }
}

const all = STRANGERS.flatMap(rows);
const before = process.memoryUsage.rss();
let asked = 0;
// Neighbours are alike: each part gets some of all kinds.
for (let at = Number(part); at < all.length; at += Number(parts), asked++) await ask(all[at]);
console.log(JSON.stringify({ asked, grown: process.resourceUsage().maxRSS * 1024 - before }));
