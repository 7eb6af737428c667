// The rows of conformance/avro in a page: what is wrong is told to the server.

import { FileStream, fileChunks, Schema } from 'ingot';

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
function dataWrong(row) {
  const schema = Schema.parse(row.schema, { unions: 'tagged' });
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

function resolutionWrong(row) {
  const reader = Schema.parse(row.reader, { unions: 'tagged' });
  const found = kindOf(() => reader.resolve(Schema.parse(row.writer)).decode(fromHex(row.bytes)));
  const due = row.strict === 'accept' ? undefined : row.error;
  if (found.kind !== due) return [`${row.id}: ${found.kind}`];
  if (due !== undefined || row.value === undefined) return [];
  return shown(found.value) === shown(reader.fromJson(row.value)) ? [] : [`${row.id}: another value`];
}

async function containerWrong(row) {
  const wrong = [];
  for (const [verdict, tolerance] of [
    ['strict', 'nothing'],
    ['lenient', 'cut'],
  ]) {
    let kind;
    try {
      const file = await FileStream.open(new Blob([fromHex(row.container)]), { tolerance });
      for await (const records of file.batches()) void records;
    } catch (error) {
      kind = error.kind ?? String(error.stack);
    }
    const due = row.lacks ? 'codec-unknown' : row[verdict] === 'accept' ? undefined : row.error;
    if (kind !== due && kind !== row.other) wrong.push(`${row.id} ${tolerance}: ${kind}`);
  }
  return wrong;
}

async function main() {
  const { data, resolution, containers } = await (await fetch('/rows')).json();
  const wrong = [...data.flatMap(dataWrong), ...resolution.flatMap(resolutionWrong)];
  for (const row of containers) wrong.push(...(await containerWrong(row)));
  const tea = Schema.parse({ type: 'record', name: 'Tea', fields: [{ name: 'grams', type: ['null', 'int'] }] });
  const teas = [{ grams: 250 }, { grams: null }];
  for (const codec of ['null', 'deflate', 'snappy']) {
    const chunks = [];
    for await (const chunk of fileChunks(tea, teas, { codec })) chunks.push(chunk);
    const read = [];
    for await (const value of await FileStream.open(new Blob(chunks))) read.push(value);
    if (JSON.stringify(read) !== JSON.stringify(teas)) wrong.push(`written and read: ${codec}`);
  }
  return { engine: tea.engine, rows: data.length + resolution.length + containers.length, wrong };
}

main()
  .catch((error) => ({ wrong: [String(error.stack)] }))
  .then((found) => fetch('/found', { method: 'POST', body: JSON.stringify(found) }));
