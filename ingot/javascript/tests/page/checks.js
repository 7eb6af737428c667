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

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function schemaWrong(row) {
  const wrong = [];
  for (const verdict of ['strict', 'lenient']) {
    const { value: schema, kind } = kindOf(() => Schema.parse(row.text, { lenient: verdict === 'lenient' }));
    const due = row[verdict] === 'accept' ? undefined : row.error;
    if (kind !== due) wrong.push(`${row.id} ${verdict}: ${kind}`);
    if (kind !== undefined || row.canonical === undefined) continue;
    const { crc64, md5, sha256 } = row.fingerprints;
    const found = [
      schema.canonicalForm(),
      schema.fingerprint().toString(16).padStart(16, '0'),
      ...[schema.fingerprintMd5(), schema.fingerprintSha256()].map(hex),
    ];
    if (shown(found) !== shown([row.canonical, crc64, md5, sha256])) wrong.push(`${row.id} ${verdict}: ${found}`);
  }
  return wrong;
}

function jsonWrong(row, engine) {
  const schema = Schema.parse(row.schema, { unions: 'tagged', engine });
  const wrong = [];
  for (const verdict of ['strict', 'lenient']) {
    const found = kindOf(() => schema.fromJson(row.json, { lenient: verdict === 'lenient' }));
    const due = row[verdict] === 'accept' ? undefined : row.error;
    // Half of a surrogate pair is already no JSON.
    const other = row.id.startsWith('json/bad-string-lone-surrogate') ? 'json' : due;
    if (found.kind !== due && found.kind !== other) wrong.push(`${row.id} ${verdict}: ${found.kind}`);
    if (found.kind !== undefined || due !== undefined) continue;
    const again = schema.fromJson(schema.toJson(found.value));
    const values = [schema.fromJson(row.value), again];
    if (values.some((value) => shown(value) !== shown(found.value))) wrong.push(`${row.id} ${verdict}: another value`);
  }
  return wrong;
}

function framingWrong(row, engine) {
  const schema = Schema.parse(row.schema, { engine });
  const { registry_id: id } = row;
  const bytes = fromHex(row.bytes);
  const found = kindOf(() => (id === undefined ? schema.decodeSingleObject(bytes) : schema.decodeRegistry(id, bytes)));
  const due = row.strict === 'accept' ? undefined : row.error;
  if (found.kind !== due) return [`${row.id}: ${found.kind}`];
  if (due !== undefined) return [];
  const written = id === undefined ? schema.encodeSingleObject(found.value) : schema.encodeRegistry(id, found.value);
  const right = shown(found.value) === shown(schema.fromJson(row.value)) && hex(written) === row.bytes;
  return right ? [] : [`${row.id}: another value, or other bytes`];
}

/** Names that objects have from their prototype, of fields, symbols, branches and keys. */
function namesWrong(engine) {
  const names = ['__proto__', 'constructor', 'toString'];
  const fields = names.map((name) => ({ name, type: 'int' }));
  const entries = names.map((name, index) => [name, index]);
  const schemas = [
    [{ type: 'record', name: 'R', fields }, Object.fromEntries(entries)],
    [{ type: 'map', values: 'int' }, Object.fromEntries(entries)],
    [{ type: 'array', items: { type: 'enum', name: 'E', symbols: names } }, names],
    ...names.map((name) => [['null', { type: 'record', name, fields: [] }], Object.fromEntries([[name, {}]])]),
  ];
  return schemas.flatMap(([type, value]) => {
    const schema = Schema.parse(JSON.stringify(type), { unions: 'tagged', engine });
    const { value: read, kind } = kindOf(() => schema.fromJson(schema.toJson(schema.decode(schema.encode(value)))));
    return shown(read) === shown(value) ? [] : [`${shown(type)}: ${shown(read)} ${kind}`];
  });
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
export async function check({ schemas, data, resolution, json, framing, containers }, codecs, engine) {
  const wrong = [
    ...schemas.flatMap(schemaWrong),
    ...data.flatMap((row) => dataWrong(row, engine)),
    ...resolution.flatMap((row) => resolutionWrong(row, engine)),
    ...json.flatMap((row) => jsonWrong(row, engine)),
    ...framing.flatMap((row) => framingWrong(row, engine)),
    ...namesWrong(engine),
  ];
  for (const row of containers) wrong.push(...(await containerWrong(row, engine, codecs)));
  wrong.push(...memoryWrong(engine));
  const temporal = TEMPORAL_TYPES !== undefined;
  if (temporal) wrong.push(...temporalWrong(engine));
  const tea = { type: 'record', name: 'Tea', fields: [{ name: 'grams', type: ['null', 'int'] }] };
  const schema = Schema.parse(JSON.stringify(tea), { engine });
  for (const codec of codecs) wrong.push(...(await writtenWrong(schema, codec)), ...(await bombWrong(codec)));
  const rows = [schemas, data, resolution, json, framing, containers].reduce((sum, { length }) => sum + length, 0);
  return { engine: schema.engine, rows, temporal, wrong };
}
