// The interval of any two cells of a comparison, as the lab computed it: see pairs.py.

const OPPOSITE = { faster: 'slower', slower: 'faster' };

// How much faster the second cell is than the first; null where no block has both.
export function pair(page, subject, first, second) {
  const { levels, half: halves, beyond, said, verdicts } = page.pairs;
  const [one, other] = first < second ? [first, second] : [second, first];
  const row = one - subject.begin;
  const place = subject.pairs + (row * (2 * subject.measured - row - 1)) / 2 + (other - one - 1);
  const half = halves[place];
  if (Number.isNaN(half)) return null;
  const log = (levels[other] - levels[one] + beyond[place]) * (one === first ? 1 : -1);
  const last = verdicts.length - 1;
  const verdict = verdicts[Math.min(said[place], last)];
  const same = page.cells.contestant[first] === page.cells.contestant[second];
  return {
    ratio: Math.exp(log),
    low: Math.exp(log - half),
    high: Math.exp(log + half),
    half,
    verdict: one === first ? verdict : (OPPOSITE[verdict] ?? verdict),
    // Repetitions that are likely to decide it; 0 where it is decided, or where that is not known.
    more: Math.max(0, said[place] - last),
    // What a machine does to a cell it does to its second process, so there the blocks are the repetitions.
    of: same ? 'block' : page.repetitions.unit,
  };
}
