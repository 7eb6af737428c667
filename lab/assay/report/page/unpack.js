// What the page holds, unpacked: see page/data.py and page/packing.py.

import { bytesOf } from './embedded.js';

const KINDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

// All first bytes of its numbers come first, then all second ones.
/** @param {Object<number, new (buffer: ArrayBuffer) => Uint8Array|Uint16Array|Uint32Array|Float32Array|Float64Array>} kinds */
function column(packed, kinds = KINDS) {
  const size = Number(packed[0]);
  const apart = bytesOf(packed.slice(2));
  const count = apart.length / size;
  const bytes = new Uint8Array(apart.length);
  for (let place = 0; place < apart.length; place++)
    bytes[(place % count) * size + Math.floor(place / count)] = apart[place];
  return new kinds[size](bytes.buffer);
}

const drawn = (packed) => column(packed, { 4: Float32Array, 8: Float64Array });

export function unpack(data) {
  const text = (place) => data.strings[place];
  const texts = (packed) => Array.from(column(packed), text);
  const cells = {};
  for (const name of ['contestant', 'again', 'rank', 'deferred']) cells[name] = column(data.cells[name]);
  for (const name of ['time', 'spread', 'size']) cells[name] = drawn(data.cells[name]);
  cells.low = cells.time.map((time, cell) => time / (1 + cells.spread[cell]));
  cells.high = cells.time.map((time, cell) => time * (1 + cells.spread[cell]));
  for (const name of ['status', 'reason', 'proof']) {
    const places = column(data.cells[name]);
    cells[name] = (cell) => text(places[cell]);
  }
  // Where the pairs of each comparison begin in their columns.
  const begins = [0];
  for (const { measured } of data.subjects) begins.push(begins[begins.length - 1] + (measured * (measured - 1)) / 2);
  const subjects = data.subjects.map((subject, number) => ({
    ...subject,
    ...data.headings[subject.headings],
    pairs: begins[number],
    notes: subject.notes.map(text),
    command: text(subject.command),
    // Unpacked when it is first shown.
    figures: lazily(() => subject.figures.map(texts)),
  }));
  return {
    ...data,
    cells,
    subjects,
    pairs: unpackPairs(data.pairs),
    repetitions: { ...data.repetitions, logs: drawn(data.repetitions.logs) },
    sections: data.sections.map((section) => ({
      ...section,
      ...data.headings[section.headings],
      notes: section.notes.map(text),
      bars: section.bars && named(texts(section.bars[0]), drawn(section.bars[1])),
      lines: lazily(() => transposed((section.cells ?? []).map(texts))),
    })),
  };
}

function unpackPairs(packed) {
  const pairs = { ...packed, said: column(packed.said) };
  for (const name of ['levels', 'half', 'beyond']) pairs[name] = drawn(packed[name]);
  return pairs;
}

const named = (names, values) => names.map((name, place) => ({ name, value: values[place] }));

function lazily(make) {
  let made = null;
  return () => (made ??= make());
}

function transposed(columns) {
  return columns.length ? Array.from(columns[0], (_, line) => columns.map((one) => one[line])) : [];
}
