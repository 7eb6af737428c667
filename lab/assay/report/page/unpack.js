// What the page holds, unpacked: see page/data.py and page/packing.py.

const KINDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

function column(packed, kinds = KINDS) {
  const bytes = Uint8Array.from(atob(packed.slice(2)), (character) => character.charCodeAt(0));
  return new kinds[packed[0]](bytes.buffer);
}

const drawn = (packed) => column(packed, { 4: Float32Array, 8: Float64Array });

export function unpack(data) {
  const text = (place) => data.strings[place];
  const texts = (packed) => Array.from(column(packed), text);
  const cells = {};
  for (const name of ['contestant', 'again', 'rank']) cells[name] = column(data.cells[name]);
  for (const name of ['time', 'spread', 'size']) cells[name] = drawn(data.cells[name]);
  cells.low = cells.time.map((time, cell) => time / (1 + cells.spread[cell]));
  cells.high = cells.time.map((time, cell) => time * (1 + cells.spread[cell]));
  for (const name of ['status', 'reason', 'proof']) {
    const places = column(data.cells[name]);
    cells[name] = (cell) => text(places[cell]);
  }
  const subjects = data.subjects.map((subject, number) => ({
    ...subject,
    ...data.headings[subject.headings],
    number,
    notes: subject.notes.map(text),
    command: text(subject.command),
    // Unpacked when it is first shown.
    figures: lazily(() => subject.figures.map(texts)),
  }));
  return {
    ...data,
    cells,
    subjects,
    noise: unpackNoise(data),
    sections: data.sections.map((section) => ({
      ...section,
      ...data.headings[section.headings],
      notes: section.notes.map(text),
      bars: section.bars && named(texts(section.bars[0]), drawn(section.bars[1])),
      lines: lazily(() => transposed((section.cells ?? []).map(texts))),
    })),
  };
}

function unpackNoise(data) {
  const noise = { ...data.noise, blocks: data.noise.numbers.length, measured: data.blocks.length };
  for (const name of ['groups', 'kind', 'apart']) noise[name] = column(data.noise[name]);
  for (const name of ['logs', 'blockLogs', 'moderated', 'degrees']) noise[name] = drawn(data.noise[name]);
  return noise;
}

const named = (names, values) => names.map((name, place) => ({ name, value: values[place] }));

function lazily(make) {
  let made = null;
  return () => (made ??= make());
}

function transposed(columns) {
  return columns.length ? Array.from(columns[0], (_, line) => columns.map((one) => one[line])) : [];
}
