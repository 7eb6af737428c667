// The rows of conformance/avro where there is no runner of tests: in a page, and in other runtimes than this one.

import { FileStream, fileChunks, Schema, TEMPORAL_TYPES } from 'ingot';

import { temporalWrong } from './temporal.js';

function fromHex(text) {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

function kindOf(run) {
  try {
    return { value: run() };
  } catch (error) {
    return { kind: error.kind ?? String(error.stack) };
  }
}

/** A text that is another one for every other value. */
function shown(value) {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'bigint') return `${one}n`;
    if (one instanceof Uint8Array) return { bytes: [...one] };
    return typeof one === 'number' && (!Number.isFinite(one) || Object.is(one, -0)) ? { number: `${one}` } : one;
  });
}

/** What is other than a row of data says. */
function dataWrong(row, engine) {
  const schema = Schema.parse(row.schema, { unions: 'tagged', engine });
  const wrong = [];
  for (const verdict of row.direction === 'encode' ? [] : ['strict', 'lenient']) {
    const found = kindOf(() => schema.decode(fromHex(row.bytes), { lenient: verdict === 'lenient' }));
    const due = row[verdict] === 'accept' ? undefined : row.error;
    if (found.kind !== due) wrong.push(`${row.id} ${verdict}: ${found.kind}`);
    if (due !== undefined || row.value === undefined || row.replacement) continue;
    if (shown(found.value) !== shown(schema.fromJson(row.value, { lenient: true })))
      wrong.push(`${row.id}: another value`);
  }
  if (row.direction === 'decode' || row.strict !== 'accept' || row.value === undefined) return wrong;
  const bytes = schema.encode(schema.fromJson(row.value));
  if (String(bytes) !== String(fromHex(row.bytes))) wrong.push(`${row.id}: other bytes`);
  return wrong;
}

function resolutionWrong(row, engine) {
  const reader = Schema.parse(row.reader, { unions: 'tagged', engine });
  const found = kindOf(() => reader.resolve(Schema.parse(row.writer)).decode(fromHex(row.bytes)));
  const due = row.strict === 'accept' ? undefined : row.error;
  if (found.kind !== due) return [`${row.id}: ${found.kind}`];
  if (due !== undefined || row.value === undefined) return [];
  return shown(found.value) === shown(reader.fromJson(row.value)) ? [] : [`${row.id}: another value`];
}

/** Codecs that not all runtimes have. */
const LATER = ['bzip2', 'xz', 'zstandard'];

async function containerWrong(row, engine, codecs) {
  const wrong = [];
  for (const [verdict, tolerance] of [
    ['strict', 'nothing'],
    ['lenient', 'cut'],
  ]) {
    let kind;
    try {
      const file = await FileStream.open(new Blob([fromHex(row.container)]), { tolerance, values: { engine } });
      for await (const records of file.batches()) void records;
    } catch (error) {
      kind = error.kind ?? String(error.stack);
    }
    const due =
      LATER.includes(row.codec) && !codecs.includes(row.codec)
        ? 'codec-unknown'
        : row[verdict] === 'accept'
          ? undefined
          : row.error;
    if (kind !== due && kind !== row.other) wrong.push(`${row.id} ${tolerance}: ${kind}`);
  }
  return wrong;
}

/** Blocks in which all that a codec does is met: some that it makes smaller, and one that it does not. */
function teas() {
  return Array.from({ length: 5000 }, (_, index) => ({ grams: index % 7 === 0 ? null : (index * 7919) % 1000 }));
}

/** Blocks that become more than they may. */
async function bombWrong(codec) {
  const schema = Schema.parse('"bytes"');
  const chunks = [];
  for await (const chunk of fileChunks(schema, [new Uint8Array(1 << 20)], { codec })) chunks.push(chunk);
  try {
    const file = await FileStream.open(new Blob(chunks), { limits: { blockBytes: 1 << 19 } });
    for await (const values of file.batches()) void values;
    return [`a bomb: ${codec}`];
  } catch (error) {
    return error.kind === 'limit-block' ? [] : [`a bomb: ${codec}: ${error.stack}`];
  }
}

async function writtenWrong(schema, codec) {
  const chunks = [];
  for await (const chunk of fileChunks(schema, teas(), { codec })) chunks.push(chunk);
  const read = [];
  for await (const value of await FileStream.open(new Blob(chunks))) read.push(value);
  return JSON.stringify(read) === JSON.stringify(teas()) ? [] : [`written and read: ${codec}`];
}

/** Texts in memory that is shared, or may change its size, which decoders of browsers do not take. */
function memoryWrong(engine) {
  const schema = Schema.parse('"string"', { engine });
  const wrong = [];
  for (const memory of [
    new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer,
    new ArrayBuffer(1000, { maxByteLength: 2000 }),
  ]) {
    const bytes = new Uint8Array(memory);
    for (const text of ['abc', 'é'.repeat(5), 'x'.repeat(70), 'é\ufffd'.repeat(30)]) {
      const end = schema.encodeInto(text, bytes, 3);
      for (const lenient of [false, true]) {
        const { value, kind } = kindOf(() => schema.decodeAt(bytes, 3, { lenient }));
        if (value?.value !== text || value.end !== end) wrong.push(`${memory} ${text}: ${kind}`);
      }
    }
  }
  return wrong;
}

/** What is other than the rows say, with the codecs that are to be there; by default with the engine that is chosen. */
export async function check({ data, resolution, containers }, codecs, engine) {
  const wrong = [
    ...data.flatMap((row) => dataWrong(row, engine)),
    ...resolution.flatMap((row) => resolutionWrong(row, engine)),
  ];
  for (const row of containers) wrong.push(...(await containerWrong(row, engine, codecs)));
  wrong.push(...memoryWrong(engine));
  const temporal = TEMPORAL_TYPES !== undefined;
  if (temporal) wrong.push(...temporalWrong(engine));
  const tea = { type: 'record', name: 'Tea', fields: [{ name: 'grams', type: ['null', 'int'] }] };
  const schema = Schema.parse(JSON.stringify(tea), { engine });
  for (const codec of codecs) wrong.push(...(await writtenWrong(schema, codec)), ...(await bombWrong(codec)));
  return { engine: schema.engine, rows: data.length + resolution.length + containers.length, temporal, wrong };
}
