// Everything under the ranking: cells without a number, notes, charts, sizes, machine and noise, further sections.

import { baselineCell, cellsShown } from './choice.js';
import { details } from './cell.js';
import { columns, lines, scatter } from './charts.js';
import { el, scrolling, table } from './dom.js';
import { colour, legend } from './marks.js';
import { pair } from './pairs.js';
import { words } from './words.js';

export function without(page, choice, open) {
  const cells = cellsShown(page, choice).filter((cell) => !(page.cells.time[cell] > 0));
  if (!cells.length) return [];
  const base = baselineCell(page, choice);
  const heads = ['no number', 'status', 'reason', 'proved'].map((text) => ({ text }));
  const rows = cells.flatMap((cell) => {
    const one = page.contestants[page.cells.contestant[cell]];
    const again = page.cells.again[cell];
    const isOpen = choice.cell === one.name && !again;
    const name = again
      ? `${one.name} (again)`
      : el(
          'button',
          {
            type: 'button',
            class: 'cell',
            'aria-expanded': String(isOpen),
            'data-cell': one.name,
            onclick: () => open(isOpen ? '' : one.name),
          },
          one.name,
        );
    const row = el(
      'tr',
      { role: 'row' },
      el('th', { role: 'rowheader', scope: 'row' }, name),
      el('td', { role: 'cell' }, el('span', { class: 'badge' }, page.cells.status(cell))),
      el('td', { role: 'cell' }, page.cells.reason(cell)),
      el('td', { role: 'cell' }, page.cells.proof(cell) || words.NONE),
    );
    return isOpen ? [row, details(page, choice, cell, {}, base, heads.length)] : [row];
  });
  return [
    el('h2', {}, 'Without a number'),
    scrolling('Cells without a number', table('Cells without a number', heads, rows, 'plain reasons')),
  ];
}

export function remarks(page, choice) {
  const notes = choice.subject.notes;
  if (!notes.length) return [];
  const about = choice.baseline === page.baseline ? '' : `, beside the run's baseline ${page.baseline}`;
  return [el('h2', {}, `Notes on this table${about}`), list(notes)];
}

export function sizeAgainstSpeed(page, choice, groups) {
  const { cells } = page;
  const shown = cellsShown(page, choice).filter(
    (cell) => cells.time[cell] > 0 && cells.size[cell] > 0 && !cells.again[cell],
  );
  if (shown.length < 2) return [];
  const heading = el('h2', {}, 'Size against speed');
  const points = shown.map((cell) => {
    const one = page.contestants[cells.contestant[cell]];
    const name = cells.deferred[cell] ? `${one.name} (deferred)` : one.name;
    const title = `${name}: ${words.three(cells.size[cell])} bytes a record, ${words.count(1e9 / cells.time[cell])} records a second`;
    const speeds = { y: 1e9 / cells.time[cell], low: 1e9 / cells.high[cell], high: 1e9 / cells.low[cell] };
    return {
      name,
      group: groups.get(one[page.hue]),
      names: one[page.hue],
      x: cells.size[cell],
      title,
      ...speeds,
    };
  });
  const sizes = new Set(points.map((one) => words.three(one.x)));
  if (sizes.size === 1) {
    return [
      heading,
      el('p', {}, `All of these contestants take ${[...sizes][0]} bytes a record, so size tells none of them apart.`),
    ];
  }
  const say = {
    x: words.three,
    y: words.count,
    xTitle: 'bytes a record',
    yTitle: 'records a second',
    label: `Bytes a record against records a second: ${points.map((one) => one.title).join('; ')}`,
  };
  return [
    heading,
    el('p', { class: 'quiet' }, 'Up is faster, left is smaller; lines are intervals.'),
    legend(groups, new Set(points.map((one) => one.names))),
    scatter(points, say),
  ];
}

export function growths(page, choice, groups) {
  const { subject } = choice;
  const found = page.growth.find((one) => ['workload', 'operation', 'way'].every((key) => one[key] === subject[key]));
  if (!found) return [];
  const facts = new Map(page.contestants.map((one) => [one.name, one]));
  const shown = new Set(cellsShown(page, choice).map((cell) => page.contestants[page.cells.contestant[cell]].name));
  const drawn = Object.entries(found.times)
    .filter(([name]) => shown.has(name))
    .map(([name, times]) => ({
      name,
      group: groups.get(facts.get(name)[page.hue]),
      points: found.sizes.map((size, place) => [size, times[place]]).filter((point) => point[1] !== null),
    }))
    .filter((one) => one.points.length > 1);
  if (!drawn.length) return [];
  const label = `Time per record against number of records, of ${drawn.map((one) => one.name).join(', ')}; the figures are in the table of how cost grows`;
  const say = { x: words.count, y: words.nanoseconds, xTitle: 'records', yTitle: 'time per record', label };
  return [el('h2', {}, 'Cost against number of records'), lines(drawn, say)];
}

// Sections that have bars are those of one workload.
export function sizes(page, choice, groups) {
  return page.sections
    .filter((section) => section.bars && section.workload === workloadName(page, choice))
    .flatMap((section) => [
      el('h2', {}, section.title),
      sizesDiffer(section)
        ? bars(page, section, groups)
        : el('p', {}, `All contestants take ${shortly(section.bars[0].value)} ${section.axis}.`),
      disclosure('The figures', () => body(section)),
    ]);
}

// Sections name a workload of several sizes with its size.
function workloadName(page, choice) {
  const { workload, records } = choice.subject;
  const names = new Set(page.sections.map((section) => section.workload));
  return names.has(workload)
    ? workload
    : [...names].find((name) => name?.startsWith(workload) && name.includes(String(records)));
}

const sizesDiffer = (section) => new Set(section.bars.map((bar) => shortly(bar.value))).size > 1;
const shortly = (bytes) => bytes.toLocaleString('en-US', { maximumFractionDigits: 1 });

function bars(page, section, groups) {
  const facts = new Map(page.contestants.map((one) => [one.name, one]));
  const longest = Math.max(...section.bars.map((bar) => bar.value));
  const heads = [{ text: 'contestant' }, { text: section.axis }, { text: 'bytes', class: 'right' }];
  const rows = section.bars.map(({ name, value }) =>
    el(
      'tr',
      { role: 'row' },
      el('th', { role: 'rowheader', scope: 'row' }, name),
      el(
        'td',
        { role: 'cell', class: 'bars' },
        el(
          'div',
          {
            class: 'bar',
            style: `--c:${colour(groups.get(facts.get(name)[page.hue]))};--v:${(100 * value) / longest}%`,
          },
          el('i', { class: 'fill' }),
        ),
      ),
      el('td', { role: 'cell', class: 'right' }, shortly(value)),
    ),
  );
  return table(section.title, heads, rows, 'plain sizes');
}

export function machine(page, choice) {
  const { blocks } = page;
  const tools = Object.entries(page.tools);
  const courses = [
    { name: 'seconds a block', place: 1, say: (value) => `${words.three(value)} s` },
    { name: 'load before it', place: 2, say: words.three },
    { name: 'steal', place: 3, say: words.percent },
  ].map(({ name, place, say }) => {
    const values = blocks.map((block) => block[place]);
    const known = values.filter((value) => value !== null);
    const ends = [...new Set([say(Math.min(...known)), say(Math.max(...known))])];
    const text = known.length ? ends.join(' to ') : 'unknown';
    return el(
      'figure',
      {},
      columns(values, say, `${name}, block by block: ${text}`),
      el('figcaption', {}, el('b', {}, name), ` ${text}`),
    );
  });
  const rows = blocks.map((block, number) =>
    row(
      [
        String(number + 1),
        block[0],
        ...[words.three(block[1]), maybe(words.three, block[2]), maybe(words.percent, block[3])],
      ],
      [true, false, true, true, true],
    ),
  );
  const heads = ['block', 'began', 'seconds', 'load before', 'steal'].map((text, place) => ({
    text,
    class: place === 1 ? '' : 'right',
  }));
  return [
    el('h2', {}, 'Machine and noise'),
    ...controls(page, choice),
    el('h3', {}, 'Blocks of the run'),
    el('div', { class: 'courses' }, courses),
    disclosure('Every block', () => scrolling('Every block', table('Every block', heads, rows, 'plain'))),
    tools.length ? disclosure('Toolchains', () => list(tools.map(([name, version]) => `${name}: ${version}`))) : null,
  ];
}

// Contestants that were measured twice: their ratio to themselves is noise.
function controls(page, choice) {
  const { subject } = choice;
  const rows = [];
  for (let again = subject.begin; again < subject.end; again++) {
    if (!page.cells.again[again] || !(page.cells.time[again] > 0)) continue;
    const first = firstOf(page, subject, page.cells.contestant[again]);
    const interval = first < 0 ? null : pair(page, subject, first, again);
    if (interval)
      rows.push(
        row(
          [page.contestants[page.cells.contestant[again]].name, words.ratio(interval), holds(interval)],
          [false, false, false],
        ),
      );
  }
  if (!rows.length)
    return [el('p', {}, 'No contestant was measured twice here, so the noise of this table is not known.')];
  const heads = ['contestant', 'again, beside itself', 'its interval holds 1'].map((text) => ({ text }));
  return [el('p', {}, floorOf(subject)), table('Contestants against themselves', heads, rows, 'plain')];
}

function floorOf(subject) {
  if (!subject.floor)
    return 'The noise floor of this table is not known: that takes the baseline twice, in two blocks.';
  return `Noise floor of this table: ${subject.floor}. So far may the baseline, measured a second time, seem to differ from itself.`;
}

const holds = (interval) =>
  interval.half === Infinity ? words.NONE : interval.low <= 1 && interval.high >= 1 ? 'yes' : 'no';

function firstOf(page, subject, contestant) {
  for (let cell = subject.begin; cell < subject.end; cell++) {
    const ours = page.cells.contestant[cell] === contestant && !page.cells.again[cell];
    if (ours && page.cells.time[cell] > 0) return cell;
  }
  return -1;
}

// What has only notes is read, so it is open; tables are opened by who wants them.
export function further(page) {
  return page.sections
    .filter((section) => !section.bars)
    .flatMap((section) =>
      section.columns
        ? [disclosure(section.title, () => body(section))]
        : [el('h2', {}, section.title), list(section.notes)],
    );
}

function body(section) {
  const heads = ['no number', 'status', 'reason'].map((text) => ({ text }));
  const failures = section.failures ?? [];
  return [
    sectionTable(section),
    failures.length
      ? scrolling(
          `${section.title}: without a number`,
          table(
            'Without a number',
            heads,
            failures.map((cells) => row(cells, [])),
            'plain',
          ),
        )
      : null,
    list(section.notes),
  ];
}

function sectionTable(section) {
  const heads = section.columns.map((text, place) => ({ text, class: section.right[place] ? 'right' : '' }));
  const rows = section.lines().map((cells) => row(cells, section.right));
  return scrolling(section.title, table(section.title, heads, rows, 'plain'));
}

function row(cells, right) {
  return el(
    'tr',
    { role: 'row' },
    cells.map((text, place) => el('td', { role: 'cell', class: right[place] ? 'right' : '' }, text)),
  );
}

function list(texts) {
  return texts.length
    ? el(
        'ul',
        { class: 'notes' },
        texts.map((text) => el('li', {}, text)),
      )
    : null;
}

const maybe = (say, value) => (value === null ? words.NONE : say(value));

// Made when it is first opened.
function disclosure(title, make) {
  let made = false;
  const place = el('details', { class: 'section', ontoggle: fill }, el('summary', {}, title));
  function fill() {
    if (!place.open || made) return;
    made = true;
    place.append(...[make()].flat().filter(Boolean));
  }
  return place;
}
