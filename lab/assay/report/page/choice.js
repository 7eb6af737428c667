// What is chosen, kept in the address behind #, so that a link shows the same.

export const FILTERS = ['language', 'format', 'lane'];

// The choice that an address holds, and what it names that this page does not have.
export function read(page, hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const missing = [];
  const subject = findSubject(page, asked, missing);
  const known = (key, names) =>
    asked.getAll(key).filter((name) => names.has(name) || (missing.push(`${key} ${name}`), false));
  const all = (key) => new Set(page.contestants.map((one) => one[key]));
  const filters = Object.fromEntries(FILTERS.map((key) => [key, new Set(known(key, all(key)))]));
  const names = all('name');
  const baseline = known('baseline', names)[0] ?? page.baseline;
  const cell = known('cell', names)[0] ?? '';
  return { choice: { subject, baseline, cell, filters, log: asked.get('scale') === 'log' }, missing };
}

function findSubject(page, asked, missing) {
  const keys = ['workload', 'records', 'operation', 'way'].filter((key) => asked.has(key));
  const found = page.subjects.find((one) => keys.every((key) => String(one[key]) === asked.get(key)));
  if (!found && keys.length) missing.push(keys.map((key) => asked.get(key)).join(' '));
  return found ?? page.subjects[0];
}

export function write(page, choice, cell = choice.cell) {
  const asked = new URLSearchParams();
  for (const key of ['workload', 'records', 'operation', 'way']) {
    if (choice.subject?.[key]) asked.set(key, choice.subject[key]);
  }
  if (choice.baseline !== page.baseline) asked.set('baseline', choice.baseline);
  for (const key of FILTERS) for (const name of choice.filters[key]) asked.append(key, name);
  if (choice.log) asked.set('scale', 'log');
  if (cell) asked.set('cell', cell);
  return `#${asked}`;
}

// The comparison like the chosen one, but for one property: with the others alike as far as there is such a one.
export function like(page, chosen, change) {
  const wanted = { ...chosen, ...change };
  const fixed = page.subjects.filter((one) => Object.keys(change).every((key) => one[key] === change[key]));
  const alike = (one) => ['workload', 'records', 'operation', 'way'].filter((key) => one[key] === wanted[key]).length;
  return fixed.reduce((best, one) => (alike(one) > alike(best) ? one : best));
}

export function cellsShown(page, choice) {
  const found = [];
  for (let cell = choice.subject?.begin ?? 0; cell < (choice.subject?.end ?? 0); cell++) {
    const one = page.contestants[page.cells.contestant[cell]];
    if (FILTERS.every((key) => !choice.filters[key].size || choice.filters[key].has(one[key]))) found.push(cell);
  }
  return found;
}

// The cell that ratios refer to; -1 where the chosen baseline has no number there.
export function baselineCell(page, choice) {
  for (let cell = choice.subject?.begin ?? 0; cell < (choice.subject?.end ?? 0); cell++) {
    const ours = page.contestants[page.cells.contestant[cell]].name === choice.baseline && !page.cells.again[cell];
    if (ours && page.cells.time[cell] > 0) return cell;
  }
  return -1;
}
