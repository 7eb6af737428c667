// Scales and axes of charts.

import { svg } from './dom.js';

export function scale(low, high, from, to, log) {
  const place = log ? Math.log : (number) => number;
  const begin = place(low);
  const span = place(high) - begin || 1;
  const of = (number) => from + ((place(number) - begin) / span) * (to - from);
  of.ticks = log ? logTicks(low, high) : ticks(low, high);
  return of;
}

function ticks(low, high) {
  const rough = (high - low) / 8 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((times) => times * power).find((one) => one >= rough) ?? 10 * power;
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high * (1 + 1e-9); tick += step) found.push(tick);
  return found;
}

function logTicks(low, high) {
  const decades = Math.log10(high / low);
  const times = decades > 3 ? [1] : decades > 1.5 ? [1, 3] : decades > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const one of times) if (one * 10 ** power >= low && one * 10 ** power <= high) found.push(one * 10 ** power);
  }
  return found;
}

// Lines and words of both axes around a plot.
export function axes(plot, x, y, say) {
  const across = y.ticks.map((tick) => [
    svg('line', { class: 'grid', x1: plot.left, x2: plot.right, y1: y(tick), y2: y(tick) }),
    svg('text', { x: plot.left - 6, y: y(tick), dy: '0.32em', 'text-anchor': 'end' }, say.y(tick)),
  ]);
  const down = x.ticks.map((tick) => [
    svg('line', { class: 'grid', x1: x(tick), x2: x(tick), y1: plot.top, y2: plot.bottom }),
    svg('text', { x: x(tick), y: plot.bottom + 16, 'text-anchor': 'middle' }, say.x(tick)),
  ]);
  const titles = [
    svg('text', { class: 'axis', x: plot.right, y: plot.bottom + 34, 'text-anchor': 'end' }, `${say.xTitle} →`),
    svg('text', { class: 'axis', x: 4, y: 12 }, `↑ ${say.yTitle}`),
  ];
  return [...across, ...down, ...titles].flat();
}
