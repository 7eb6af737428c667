// Charts: size against speed, growth, and small columns over the blocks of a run.

import { axes, scale } from './axes.js';
import { el, svg } from './dom.js';
import { colour, mark } from './marks.js';

const LETTER = 6.1; // width of a letter of a label, in pixels
const LINE = 13;

// Draws again where the width changes, so that words keep their size on every screen.
export function figure(label, draw) {
  const place = el('div', { class: 'chart' });
  const render = () => {
    const width = Math.max(280, Math.min(place.clientWidth || 900, 1100));
    if (String(width) === place.dataset.width) return;
    place.dataset.width = width;
    const height = Math.round(Math.min(440, Math.max(280, width * 0.5)));
    const drawing = draw(width, height);
    const properties = { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label };
    place.replaceChildren(svg('svg', properties, drawing));
  };
  new ResizeObserver(render).observe(place);
  return place;
}

// ``points``: {name, group, x, y, low, high} in figures, low and high of y.
export function scatter(points, say) {
  return figure(say.label, (width, height) => {
    const plot = { left: 52, right: width - 14, top: 26, bottom: height - 42 };
    const { min, max } = bounds(points.map((one) => one.x));
    const wide = max / min > 8;
    const x = wide
      ? scale(min / 1.15, max * 1.15, plot.left, plot.right, true)
      : scale(Math.max(0, min - 0.1 * (max - min)), max + 0.1 * (max - min), plot.left, plot.right, false);
    const speeds = bounds(
      points.flatMap((one) => [one.low, one.high, one.y]).filter((one) => one > 0 && one < Infinity),
    );
    const y = scale(speeds.min / 1.15, speeds.max * 1.15, plot.bottom, plot.top, true);
    const placed = points.map((one) => ({ ...one, px: x(one.x), py: y(one.y) }));
    return [
      ...axes(plot, x, y, say),
      ...placed.map((one) => whisker(one, y, plot)),
      ...placed.map((one) => svg('g', {}, svg('title', {}, one.title), mark(one.group, one.px, one.py))),
      ...labels(placed, plot),
    ];
  });
}

function whisker(one, y, plot) {
  const low = one.low > 0 ? y(one.low) : plot.bottom;
  const high = one.high < Infinity ? y(one.high) : plot.top;
  return svg('line', { class: 'whisker', x1: one.px, x2: one.px, y1: low, y2: high });
}

// Names beside their points, where one fits beside what is already there; the others are in the table.
function labels(points, plot) {
  const taken = points.map((one) => box(one.px - 6, one.py - 6, 12, 12));
  const found = [];
  for (const one of [...points].sort((a, b) => b.y - a.y)) {
    const width = one.name.length * LETTER;
    const places = [
      [one.px + 10, one.py - LINE / 2],
      [one.px - 10 - width, one.py - LINE / 2],
      [one.px - width / 2, one.py - 10 - LINE],
      [one.px - width / 2, one.py + 9],
    ];
    const place = places
      .map(([x, y]) => box(x, y, width, LINE))
      .find((at) => at.x0 > plot.left && at.x1 < plot.right + 10 && !taken.some((other) => overlap(at, other)));
    if (!place) continue;
    taken.push(place);
    found.push(svg('text', { class: 'label', x: place.x0, y: place.y0 + LINE - 3 }, one.name));
  }
  return found;
}

// ``lines``: {name, group, points: [[x, y]]}. Both axes are logarithmic.
export function lines(drawn, say) {
  return figure(say.label, (width, height) => {
    const all = drawn.flatMap((one) => one.points);
    const xs = bounds(all.map((point) => point[0]));
    const ys = bounds(all.map((point) => point[1]));
    const longest = Math.max(...drawn.map((one) => one.name.length)) * LETTER;
    const named = longest < width * 0.35;
    const plot = { left: 58, right: width - (named ? longest + 16 : 14), top: 26, bottom: height - 42 };
    const x = scale(xs.min, xs.max, plot.left, plot.right, true);
    x.ticks = [...new Set(all.map((point) => point[0]))];
    const y = scale(ys.min / 1.3, ys.max * 1.3, plot.bottom, plot.top, true);
    let last = -Infinity;
    const ends = named ? [...drawn].sort((a, b) => y(a.points.at(-1)[1]) - y(b.points.at(-1)[1])) : [];
    return [
      ...axes(plot, x, y, say),
      ...drawn.flatMap((one) => [
        svg('polyline', {
          class: 'course',
          style: `--c:${colour(one.group)}`,
          points: one.points.map(([a, b]) => `${x(a)},${y(b)}`).join(' '),
        }),
        ...one.points.map(([a, b]) => svg('g', {}, svg('title', {}, one.name), mark(one.group, x(a), y(b)))),
      ]),
      ...ends.map((one) => {
        last = Math.max(last + LINE, y(one.points.at(-1)[1]));
        return svg('text', { class: 'label', x: plot.right + 10, y: last, dy: '0.32em' }, one.name);
      }),
    ];
  });
}

// One column a block; null where nothing is known.
export function columns(values, say, label) {
  const top = Math.max(...values.map((value) => value ?? 0)) || 1;
  const width = Math.max(120, values.length * 14);
  const step = width / values.length;
  const bars = values.map((value, number) => {
    const height = value === null ? 0 : Math.max(1, (48 * value) / top);
    const bar = { class: 'column', x: number * step + 1, y: 50 - height, width: Math.min(step - 2, 40), height };
    return svg('rect', bar, svg('title', {}, `block ${number + 1}: ${value === null ? 'unknown' : say(value)}`));
  });
  const properties = { viewBox: `0 0 ${width} 52`, width, height: 52, role: 'img', 'aria-label': label };
  return svg('svg', properties, ...bars, svg('line', { class: 'grid', x1: 0, x2: width, y1: 51, y2: 51 }));
}

export function bounds(numbers) {
  return { min: Math.min(...numbers), max: Math.max(...numbers) };
}

function box(x, y, width, height) {
  return { x0: x, x1: x + width, y0: y, y1: y + height };
}

function overlap(a, b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
