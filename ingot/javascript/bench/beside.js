// Ingot beside avsc 5 on the records of container files, to see whether a change helps. What counts is measured by the
// lab, in a process for each library.
//
//     node bench/beside.js [--engine generated|closures] [--processes 5] [--seconds 2] [FILE.avro ...]
//
// V8 runs at two speeds from process to process: a figure is the median over processes, in each of which both libraries
// take turns. Without files, records of a person are made.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import avsc from 'avsc';
import { FileBytes, fileOf, Schema } from 'ingot';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'generated' },
    processes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    child: { type: 'boolean', default: false },
  },
});
const CELLS = ['encode', 'encode into', 'decode'];
const SCRATCH_BYTES = 1 << 16;

function people() {
  const schema = Schema.parse({
    type: 'record',
    name: 'Person',
    fields: [
      { name: 'name', type: 'string' },
      { name: 'age', type: 'int' },
      { name: 'email', type: ['null', 'string'], default: null },
      { name: 'phone_numbers', type: { type: 'array', items: 'string' } },
    ],
  });
  const records = Array.from({ length: 10_000 }, (_, index) => ({
    name: `Person_${index}`,
    age: 20 + (index % 60),
    email: index % 3 === 0 ? `person${index}@example.com` : null,
    phone_numbers: Array.from({ length: 1 + (index % 3) }, (_, number) => `+1-555-${index}${number}`),
  }));
  return fileOf(schema, records);
}

/** A value as a program makes it: maps with Object's prototype. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const copy = {};
  for (const key of Object.keys(value)) copy[key] = plain(value[key]);
  return copy;
}

/** A loop of its own for each library and cell: V8 learns of a call by its place in the code. */
const loop = (call) => new Function('by', 'items', 'kept', `let o; for (const item of items) o = ${call}; return o;`);

/** So few records are timed at once that mostly nothing else runs meanwhile. */
const CHUNK = 500;

/** The nanoseconds an item of each of two ways, in turns. */
function inTurns(ways, items, fresh) {
  const times = ways.map(() => []);
  const end = performance.now() + 1000 * Number(options.seconds);
  const warm = end - 500 * Number(options.seconds);
  for (let from = 0; performance.now() < end || times.some((list) => list.length < 10); from += CHUNK) {
    if (from >= items.length) from = 0;
    for (const [index, run] of ways.entries()) {
      const some = items.slice(from, from + CHUNK).map(fresh);
      const start = performance.now();
      run(some);
      const now = performance.now();
      if (start > warm) times[index].push(((now - start) * 1e6) / some.length);
    }
  }
  return times.map(quick);
}

/** What is not disturbed: a tenth part of all is faster. */
function quick(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 10)];
}

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function child(file) {
  const container = file === undefined ? people() : readFileSync(file);
  const opened = new FileBytes(container, { values: { bytes: 'Buffer' } });
  const records = [...opened].map(plain);
  const ours = Schema.parse(opened.schema.toString(), { engine: options.engine });
  avsc.Type.__reset(SCRATCH_BYTES);
  const theirs = avsc.Type.forSchema(JSON.parse(opened.schema.toString()));
  // Copies in Node's own pool, as small messages are that come in; new objects each time.
  const inputs = records.map((record) => Buffer.from(theirs.toBuffer(record)));
  const kept = Buffer.alloc(SCRATCH_BYTES);
  const same = (record) => record;
  const cells = {
    encode: ['by.encode(item)', 'by.toBuffer(item)', records, same],
    'encode into': ['by.encodeInto(item, kept, 0)', 'by.encode(item, kept, 0)', records, same],
    decode: ['by.decode(item)', 'by.fromBuffer(item)', inputs, (input) => input.subarray()],
  };
  return CELLS.map((cell) => {
    const [mine, other, items, fresh] = cells[cell];
    const [own, avscs] = [loop(mine), loop(other)];
    return inTurns([(some) => own(ours, some, kept), (some) => avscs(theirs, some, kept)], items, fresh);
  });
}

/** The medians over processes: nanoseconds of each, and how many times as fast Ingot is. */
function measured(file) {
  const script = fileURLToPath(import.meta.url);
  const words = ['--child', '--engine', options.engine, '--seconds', options.seconds, ...(file ? [file] : [])];
  const runs = Array.from({ length: Number(options.processes) }, () => {
    const done = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
    return JSON.parse(done.stdout);
  });
  return CELLS.map((_, cell) => [
    median(runs.map((run) => run[cell][0])),
    median(runs.map((run) => run[cell][1])),
    median(runs.map((run) => run[cell][1] / run[cell][0])),
  ]);
}

function report() {
  const ratios = CELLS.map(() => []);
  console.log(`${options.engine}, ${options.processes} processes: nanoseconds, avsc's, times as fast`);
  for (const file of files.length > 0 ? files : [undefined]) {
    const cells = measured(file).map(([mine, other, ratio], cell) => {
      ratios[cell].push(ratio);
      return `${CELLS[cell]} ${mine.toFixed(0)} ${other.toFixed(0)} ${ratio.toFixed(2)}`;
    });
    console.log(`${(file === undefined ? 'person' : basename(file, '.avro')).padEnd(16)} ${cells.join(' | ')}`);
  }
  const means = ratios.map((list) => Math.exp(list.reduce((sum, one) => sum + Math.log(one), 0) / list.length));
  console.log(`geometric means: ${CELLS.map((cell, index) => `${cell} ${means[index].toFixed(2)}`).join(', ')}`);
}

if (options.child) console.log(JSON.stringify(child(files[0])));
else report();
