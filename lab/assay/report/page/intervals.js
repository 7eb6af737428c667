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
  const beside = besideBoth(noise, subject, first, second);
  let blocks = 0;
  let sum = 0;
  let apart = 0;
  let twice = 0;
  for (let block = 0; block < count; block++) {
    const log = noise.logs[second * count + block] - noise.logs[first * count + block];
    if (!Number.isFinite(log)) continue;
    const again = beside(block);
    blocks += 1;
    sum += first === anchor ? log - again.log : log + again.log;
    twice += again.counts;
    if (noise.groups[first * count + block] !== noise.groups[second * count + block]) apart += 1;
  }
  if (!blocks) return null;
  const mean = sum / blocks;
  const one = noise.kind[first];
  const other = noise.kind[second];
  const twoSpeed = Boolean(noise.apart[one] || noise.apart[other]);
  const of = noise.unit;
  const unknown = { ratio: Math.exp(mean), low: 0, high: Infinity, blocks, halfWidth: Infinity, twoSpeed, of };
  if (blocks === 1) return unknown;
  // How often each variance is in the sum: cells of different groups differ by the noise of two baseline processes.
  const times = new Map();
  const add = (kind, number) => times.set(kind, (times.get(kind) ?? 0) + number);
  add(one, blocks);
  add(other, blocks);
  if (twice) add(noise.kind[anchor], -twice / 2);
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

// The baseline's level in a block is the mean of its process and of its control's, where both were beside the other
// cell: half of what the control adds, and whether it counts there.
function besideBoth(noise, subject, first, second) {
  const nothing = { log: 0, counts: 0 };
  const again = noise.controls[subject];
  const anchor = noise.anchors[subject];
  const one = [first, second];
  if (again < 0 || first === second || !one.includes(anchor) || one.includes(again)) return () => nothing;
  const other = first === anchor ? second : first;
  const count = noise.blocks;
  return (block) => {
    const log = noise.logs[again * count + block];
    const together = noise.groups[again * count + block] === noise.groups[other * count + block];
    return Number.isFinite(log) && together ? { log: log / 2, counts: 1 } : nothing;
  };
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
