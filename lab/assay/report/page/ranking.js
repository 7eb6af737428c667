// The ranked table of the chosen comparison: bars with their intervals, ratios and verdicts to the chosen baseline.

import { baselineCell, cellsShown } from './choice.js';
import { details, laneOf } from './cell.js';
import { el, table } from './dom.js';
import { colour, legend } from './marks.js';
import { pair } from './pairs.js';
import { words } from './words.js';

const SIGNS = { faster: '▲', slower: '▼', same: '=', undecided: '?' };

// What the page says of a cell beside the baseline.
export function beside(page, choice, base, cell) {
  const none = { speed: words.NONE, verdict: '', interval: null };
  if (base < 0) return none;
  if (cell === base) return { ...none, speed: '1 (baseline)' };
  const [one, other] = [base, cell].map((each) => page.contestants[page.cells.contestant[each]]);
  const deferred = page.cells.deferred;
  const otherLane = !page.acrossLanes && one.comparable !== other.comparable;
  if (otherLane || deferred[base] !== deferred[cell]) return { ...none, speed: 'other lane' };
  const interval = pair(page, choice.subject, base, cell);
  if (!interval) return { ...none, speed: 'no block in common' };
  return { speed: words.ratio(interval), verdict: decided(page, interval), interval };
}

function decided(page, { verdict, more, of }) {
  if (!more) return verdict;
  return `${verdict}; ${of === 'machine' ? words.many(more, 'machine') : words.about(more * page.blockSeconds)} more`;
}

export function ranking(page, choice, groups, open) {
  const { subject } = choice;
  const shown = cellsShown(page, choice).filter((cell) => page.cells.time[cell] > 0);
  const heading = el('h2', { id: 'ranking-title' }, subject.title);
  const summary = el('p', { class: 'quiet', role: 'status' }, summaryOf(page, choice, shown, subject.measured));
  if (!shown.length) return [heading, summary];
  const base = baselineCell(page, choice);
  const axis = axisOf(page, shown, choice.log);
  const { near, far } = figureColumns(subject);
  const heads = [
    { text: '#', class: 'rank' },
    { text: 'contestant', class: 'name' },
    { text: `records a second${choice.log ? ', logarithmic' : ''}`, class: 'bars' },
    ...near,
    { text: 'speed', class: 'speed' },
    { text: 'verdict', class: 'verdict' },
    ...far,
  ];
  const row = (cell) => line(page, choice, { cell, base, axis, near, far, groups, open, width: heads.length });
  const names = new Set(shown.map((cell) => page.contestants[page.cells.contestant[cell]][page.hue]));
  return [
    heading,
    summary,
    legend(groups, names),
    table(`${subject.title}: from fast to slow`, heads, shown.flatMap(row), 'ranking'),
    explanation(page, choice),
  ];
}

// Near the bars: what they show, as a figure, and its spread. What is looked up gives way on small screens, and long
// words stand in the cell's details alone.
function figureColumns(subject) {
  const all = subject.columns.map((text, place) => ({ text, place })).filter((one) => subject.right[one.place]);
  const main = all.find((one) => one.text === 'time/record') ?? all.find((one) => one.text !== '±');
  const near = all
    .filter((one) => one === main || one.text === '±')
    .sort((a, b) => Number(b === main) - Number(a === main));
  near.forEach((one) => (one.class = `right ${one === main ? 'time' : 'spread'}`));
  const far = all.filter((one) => !near.includes(one));
  far.forEach((one) => (one.class = 'right less'));
  return { near, far };
}

function summaryOf(page, choice, shown, all) {
  const count =
    shown.length === all ? `${words.many(all, 'cell')} with a number` : `${shown.length} of ${all} cells with a number`;
  if (!shown.length)
    return all ? `No cell with a number is left by the filters, of ${all}.` : 'No cell has a number here.';
  const missing =
    baselineCell(page, choice) < 0
      ? `; ${choice.baseline} has no number here, so nothing is compared with it: choose another baseline`
      : '';
  const apart = shown.some((cell) => page.cells.deferred[cell]) ? ', those that are deferred last' : '';
  return `${count}, from fast to slow${apart}; baseline ${choice.baseline}${missing}.`;
}

function axisOf(page, shown, log) {
  const speeds = shown.map((cell) => 1e9 / page.cells.time[cell]);
  const longest = Math.max(...speeds) * page.beyond;
  if (!log) return (time) => (100 * 1e9) / time / longest;
  const shortest = Math.min(...speeds) / 2;
  return (time) => (100 * Math.log(1e9 / time / shortest)) / Math.log(longest / shortest);
}

function line(page, choice, of) {
  const { cell, base, near, far, groups, open, width } = of;
  const one = page.contestants[page.cells.contestant[cell]];
  const name = one.name + (page.cells.again[cell] ? ' (again)' : '');
  const found = beside(page, choice, base, cell);
  const said = found.verdict.split(';')[0];
  const isOpen = choice.cell === one.name && !page.cells.again[cell];
  const place = cell - choice.subject.begin;
  const figures = choice.subject.figures();
  const figure = (column) =>
    el('td', { role: 'cell', class: column.class, 'data-head': column.text }, figures[column.place][place]);
  const tied = isTied(page, choice.subject, cell);
  const button = el(
    'button',
    {
      type: 'button',
      class: 'cell',
      'aria-expanded': String(isOpen),
      'data-cell': name,
      onclick: () => open(isOpen ? '' : one.name),
    },
    name,
  );
  const row = el(
    'tr',
    { role: 'row', class: `${cell === base ? 'base' : ''} ${tied.first ? 'first' : ''}` },
    el(
      'td',
      { role: 'cell', class: 'rank' },
      tied.shared ? `=${page.cells.rank[cell]}` : String(page.cells.rank[cell]),
    ),
    el(
      'th',
      { role: 'rowheader', scope: 'row', class: 'name' },
      page.cells.again[cell] ? name : button,
      el('small', {}, laneOf(page, cell)),
    ),
    el('td', { role: 'cell', class: 'bars' }, bar(page, cell, of.axis, colour(groups.get(one[page.hue])), choice.log)),
    near.map(figure),
    el('td', { role: 'cell', class: 'speed' }, found.speed),
    el(
      'td',
      { role: 'cell', class: `verdict ${said}` },
      said ? el('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[said]) : '',
      found.verdict,
    ),
    far.map(figure),
  );
  return isOpen ? [row, details(page, choice, cell, found, base, width)] : [row];
}

function isTied(page, subject, cell) {
  const same = (other) =>
    other >= subject.begin &&
    other < subject.end &&
    page.cells.rank[other] === page.cells.rank[cell] &&
    page.cells.deferred[other] === page.cells.deferred[cell];
  return { shared: same(cell - 1) || same(cell + 1), first: !same(cell - 1) };
}

function bar(page, cell, axis, fill, log) {
  const clip = (place) => Math.min(100, Math.max(0, place));
  const value = clip(axis(page.cells.time[cell]));
  const low = clip(axis(page.cells.high[cell]));
  const width = clip(axis(page.cells.low[cell])) - low;
  const known = page.cells.spread[cell] < Infinity;
  return el(
    'div',
    { class: `bar ${log ? 'log' : ''}`, style: `--c:${fill};--v:${value}%;--l:${low}%;--w:${width}%` },
    el('i', { class: 'fill' }),
    known ? el('i', { class: 'interval' }) : null,
    el('span', { class: 'unseen' }, words.count(1e9 / page.cells.time[cell])),
  );
}

function explanation(page, choice) {
  const margin = words.percent(page.margin);
  const lines = [
    'A bar is the number of records a second, the line over it its interval. Select a name for proof, blocks, command and link.',
    'A rank with = is shared: its cells are not told apart from the first of that rank.',
    'Deferred cells leave work to the first reading of what they decoded. They come after the others, have ranks of their own and no speed beside a finished cell; “and read” is their time with that work.',
    `Speed is the time of the baseline, ${choice.baseline}, divided by that of the cell, with its ${words.percent(page.confidence)} interval: above 1 is faster.`,
    `Same: the whole interval lies within ${margin} of 1. Faster, slower: all of it lies on one side of 1. Undecided: neither, so these blocks do not tell; a time after it says how much more measuring would be likely to.`,
  ];
  return el(
    'details',
    { class: 'how' },
    el('summary', {}, 'How to read this'),
    el(
      'ul',
      {},
      lines.map((text) => el('li', {}, text)),
    ),
  );
}
