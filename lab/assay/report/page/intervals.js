// Ratios, intervals and verdicts of any two cells of a comparison, as the lab computes them (stats/moderated.py and
// stats/verdict.py): a test compares all pairs of published documents with its.
import { tQuantile } from './student.js';

const MOST_BLOCKS = 1000;

// How much faster the second cell is than the first; null where no block has both. What the lab calls a block here is a
// machine in a run on several.
export function pair(noise, subject, first, second) {
  const same = first !== second && noise.kind[first] === noise.kind[second];
  if (noise.unit === 'machine' && same) return betweenProcesses(noise, first, second);
  const count = noise.blocks;
  const anchor = noise.anchors[subject];
  const again = [control(noise, first, second), control(noise, second, first)];
  const twice = [0, 0];
  let blocks = 0;
  let sum = 0;
  let apart = 0;
  for (let block = 0; block < count; block++) {
    const logs = [noise.logs[first * count + block], noise.logs[second * count + block]];
    if (!Number.isFinite(logs[1] - logs[0])) continue;
    [first, second].forEach((cell, side) => {
      // The baseline has a process in every group.
      const beside = cell === anchor ? [second, first][side] : cell;
      const other = again[side] < 0 ? NaN : noise.logs[again[side] * count + block];
      if (!Number.isFinite(other) || noise.groups[again[side] * count + block] !== noise.groups[beside * count + block])
        return;
      logs[side] = (logs[side] + other) / 2;
      twice[side] += 1;
    });
    blocks += 1;
    sum += logs[1] - logs[0];
    if (noise.groups[first * count + block] !== noise.groups[second * count + block]) apart += 1;
  }
  if (!blocks) return null;
  const mean = sum / blocks;
  const one = noise.kind[first];
  const other = noise.kind[second];
  const kinds = [one, other, ...again.filter((_, side) => twice[side]).map((cell) => noise.kind[cell])];
  const twoSpeed = kinds.some((kind) => noise.apart[kind]);
  const of = noise.unit;
  const unknown = { ratio: Math.exp(mean), low: 0, high: Infinity, blocks, halfWidth: Infinity, twoSpeed, of };
  if (blocks === 1) return unknown;
  // How often each variance is in the sum: cells of different groups differ by the noise of two baseline processes.
  const times = new Map();
  const add = (kind, number) => times.set(kind, (times.get(kind) ?? 0) + number);
  add(one, blocks);
  add(other, blocks);
  // A mean of two processes has half of their variance.
  [one, other].forEach((kind, side) => {
    if (!twice[side]) return;
    add(kind, -0.75 * twice[side]);
    add(noise.kind[again[side]], 0.25 * twice[side]);
  });
  if (first !== anchor && second !== anchor && apart) add(noise.kind[anchor], 2 * apart);
  const { total, degrees } = spread(noise, times, blocks);
  const variance = total / (blocks * blocks);
  const half = tQuantile(noise.confidence, degrees) * Math.sqrt(variance);
  return {
    ratio: Math.exp(mean),
    low: Math.exp(mean - half),
    high: Math.exp(mean + half),
    blocks,
    halfWidth: Math.exp(half) - 1,
    degrees,
    sd: Math.sqrt(variance * blocks),
    twoSpeed,
    of,
  };
}

// The second process of a cell that is measured twice, where it counts beside another cell, else -1.
function control(noise, cell, beside) {
  const again = noise.controls[cell] ?? -1;
  return noise.unit === 'machine' || beside === cell || beside === again ? -1 : again;
}

// A cell and its control: what a machine does to the one, it does to the other, so all blocks are repetitions.
function betweenProcesses(noise, first, second) {
  const logs = [];
  for (let block = 0; block < noise.measured; block++) {
    const log = noise.blockLogs[second * noise.measured + block] - noise.blockLogs[first * noise.measured + block];
    if (Number.isFinite(log)) logs.push(log);
  }
  const blocks = logs.length;
  if (!blocks) return null;
  const mean = logs.reduce((sum, log) => sum + log, 0) / blocks;
  const found = { ratio: Math.exp(mean), blocks, degrees: blocks - 1, twoSpeed: false, of: 'block' };
  if (blocks === 1) return { ...found, low: 0, high: Infinity, halfWidth: Infinity };
  const sd = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (blocks - 1));
  const half = (tQuantile(noise.confidence, blocks - 1) * sd) / Math.sqrt(blocks);
  return { ...found, low: Math.exp(mean - half), high: Math.exp(mean + half), halfWidth: Math.exp(half) - 1, sd };
}

// The sum of moderated variances, and Satterthwaite's degrees of freedom of it.
function spread(noise, times, blocks) {
  let total = 0;
  let common = 0;
  let doubt = 0;
  for (const [kind, number] of times) {
    const prior = noise.apart[kind] ? 0 : noise.priorDegrees;
    const known = Math.max(prior + noise.degrees[kind], 1e-9);
    const part = number * noise.moderated[kind];
    total += part;
    common += (number * prior * noise.scale) / known;
    doubt += (part * part) / known;
  }
  if (noise.scaleDegrees > 0) doubt += (common * common) / noise.scaleDegrees;
  return { total, degrees: Math.max(blocks - 1, (total * total) / doubt) };
}

// What the whole interval allows to say of the second cell.
export function verdict(interval, margin) {
  const limit = 1 + margin;
  if (1 / limit <= interval.low && interval.high <= limit) return 'same';
  if (interval.low > 1) return 'faster';
  return interval.high < 1 ? 'slower' : 'undecided';
}

// How many further blocks are likely to decide the pair; 0 where it is decided, null where that is not known.
export function blocksToDecide(noise, interval) {
  if (verdict(interval, noise.margin) !== 'undecided') return 0;
  if (interval.blocks < 2 || !Number.isFinite(interval.halfWidth)) return null;
  const distance = Math.abs(Math.log(interval.ratio));
  const wanted = Math.max(distance, Math.log1p(noise.margin) - distance);
  const enough = (more) =>
    (tQuantile(noise.confidence, interval.degrees + more) * interval.sd) / Math.sqrt(interval.blocks + more) < wanted;
  if (!enough(MOST_BLOCKS)) return null;
  // What more blocks leave of the interval only shrinks, so the first number that is enough is found by halving.
  let low = 0;
  let high = MOST_BLOCKS;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
