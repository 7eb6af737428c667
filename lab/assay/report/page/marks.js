// What stands for a group (a language, or a format): a colour, and a shape for who cannot tell colours apart.

import { el, svg } from './dom.js';

const SHAPES = [
  'M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z',
  'M-4.5,-4.5h9v9h-9Z',
  'M0,-6L5.6,4.4H-5.6Z',
  'M0,-6.4L5.6,0L0,6.4L-5.6,0Z',
  'M0,6L5.6,-4.4H-5.6Z',
  'M-2,-6h4v4h4v4h-4v4h-4v-4h-4v-4h4Z',
  'M-6,-3.2L0,-6L6,-3.2V3.2L0,6L-6,3.2Z',
  'M-6,-6L6,6M6,-6L-6,6',
];
const COLOURS = 8;

// Numbers of the groups of a page, by name; they are the same whatever is shown.
export function groupsOf(page) {
  const names = [...new Set(page.contestants.map((one) => one[page.hue]))].sort();
  return new Map(names.map((name, number) => [name, number]));
}

export const colour = (group) => `var(--c${group % COLOURS})`;

// With as many shapes as colours a ninth group takes the first colour and another shape.
export function mark(group, x, y) {
  const shape = (group + Math.floor(group / COLOURS)) % SHAPES.length;
  return svg('path', {
    d: SHAPES[shape],
    transform: `translate(${x},${y})`,
    class: 'mark',
    style: `--c:${colour(group)}`,
  });
}

export function legend(groups, shown) {
  const items = [...groups].filter(([name]) => shown.has(name));
  if (items.length < 2) return null;
  return el(
    'ul',
    { class: 'legend' },
    items.map(([name, group]) =>
      el('li', {}, svg('svg', { viewBox: '-8 -8 16 16', 'aria-hidden': 'true' }, mark(group, 0, 0)), name),
    ),
  );
}
