// One cell in full: its proof, every figure, its blocks beside the baseline, and how to measure it again.

import { write } from './choice.js';
import { copyButton, el, svg } from './dom.js';
import { words } from './words.js';

// In words; what leaves work to the first reading is in a lane of its own.
export function laneOf(page, cell) {
  const { lane } = page.contestants[page.cells.contestant[cell]];
  return page.cells.deferred[cell] ? `${lane}, deferred` : lane;
}

export function details(page, choice, cell, found, base, width) {
  const one = page.contestants[page.cells.contestant[cell]];
  const { subject } = choice;
  const figures = subject.figures();
  const place = cell - subject.begin;
  const known = page.cells.time[cell] > 0;
  const facts = [
    ['status', page.cells.status(cell)],
    ['why', page.cells.reason(cell)],
    ['proved', page.cells.proof(cell) || 'nothing'],
    ['library', one.library],
    ['lane', laneOf(page, cell)],
    ['how it is used', one.description],
    ['runtime', one.runtime],
    ...(known ? subject.columns.map((title, number) => [title, figures[number][place]]) : []),
    ['speed', known ? found.speed : ''],
    ['verdict', known ? found.verdict : ''],
  ].filter(([, text]) => text);
  const content = el(
    'div',
    { class: 'details' },
    el(
      'dl',
      {},
      facts.flatMap(([title, text]) => el('div', {}, el('dt', {}, title), el('dd', {}, text))),
    ),
    known && base >= 0 && cell !== base ? blocks(page, cell, base, found, choice) : null,
    el('h3', {}, 'Measure it again'),
    command(page, choice, one),
    el('h3', {}, 'Link'),
    link(page, choice, one),
  );
  return el('tr', { role: 'row', class: 'opened' }, el('td', { role: 'cell', colspan: width }, content));
}

function command(page, choice, one) {
  const names = one.name === choice.baseline ? [one.name] : [choice.baseline, one.name];
  const text = `${choice.subject.command} --contestant ${names.join(',')} --baseline ${names[0]}`;
  return el(
    'p',
    { class: 'copied' },
    el('code', {}, text),
    copyButton(() => text, 'Copy the command'),
  );
}

function link(page, choice, one) {
  const address = write(page, choice, one.name);
  const whole = () => new URL(address, location.href).href;
  return el(
    'p',
    { class: 'copied' },
    el('a', { href: address }, 'This cell, with this choice'),
    copyButton(whole, 'Copy the link'),
  );
}

// The ratio of every block as a dot, over their interval.
function blocks(page, cell, base, found, choice) {
  const { logs, numbers, unit } = page.repetitions;
  const ratios = [];
  numbers.forEach((number, block) => {
    const log = logs[cell * numbers.length + block] - logs[base * numbers.length + block];
    if (Number.isFinite(log)) ratios.push({ number, ratio: Math.exp(log) });
  });
  if (!ratios.length || !found.interval) return null;
  const ends = [found.interval.low, found.interval.high].filter((end) => end > 0 && end < Infinity);
  const all = [1, ...ends, ...ratios.map((one) => one.ratio)].map(Math.log);
  const low = Math.min(...all) - 0.01;
  const high = Math.max(...all) + 0.01;
  const x = (ratio) => 8 + (304 * (Math.log(ratio) - low)) / (high - low);
  const drawn = [
    svg('line', { class: 'grid', x1: x(1), x2: x(1), y1: 4, y2: 44 }),
    svg('text', { x: x(1), y: 56, 'text-anchor': 'middle' }, '1'),
    ends.length === 2 ? svg('line', { class: 'interval', x1: x(ends[0]), x2: x(ends[1]), y1: 34, y2: 34 }) : null,
    ...ratios.map((one) =>
      svg(
        'circle',
        { class: 'dot', cx: x(one.ratio), cy: 16, r: 4 },
        svg('title', {}, `${unit} ${one.number}: ${words.times(one.ratio)}`),
      ),
    ),
  ];
  const label = `Ratios of the ${unit}s: ${ratios.map((one) => words.times(one.ratio)).join(', ')}`;
  return [
    el('h3', {}, `${unit === 'machine' ? 'Machine by machine' : 'Block by block'}, beside ${choice.baseline}`),
    el('p', { class: 'quiet' }, `${label}. Below the dots: the interval.`),
    svg('svg', { viewBox: '0 0 320 60', class: 'blocks', role: 'img', 'aria-label': label }, drawn),
  ];
}
