// The page: reads the choice from the address, shows what is chosen, and writes the address again.

import { FILTERS, like, read, write } from './choice.js';
import { el, placeOf, replace } from './dom.js';
import { embedded } from './embedded.js';
import { groupsOf } from './marks.js';
import { pair } from './pairs.js';
import { further, growths, machine, remarks, sizeAgainstSpeed, sizes, without } from './parts.js';
import { beside, ranking } from './ranking.js';
import { unpack } from './unpack.js';
import { words } from './words.js';

const page = unpack(await embedded());
const groups = groupsOf(page);
/** @type {ReturnType<typeof read>['choice']} */
let choice;

function start() {
  replace('head', head());
  replace('further', further(page));
  if (page.subjects.length) load();
  else replace('ranking', el('h2', { id: 'ranking-title' }, 'Nothing was measured'));
  addEventListener('hashchange', () => location.hash !== '#ranking' && load());
  placeOf('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    placeOf('#ranking').focus();
  });
  addEventListener('beforeprint', () => document.querySelectorAll('details').forEach((one) => (one.open = true)));
}

function load() {
  const found = read(page, location.hash);
  choice = found.choice;
  const missing = found.missing.join(', ');
  replace('problem', missing ? `This link names what this document does not hold: ${missing}.` : []);
  show();
  const opened = document.querySelector('tr.opened');
  opened?.previousElementSibling?.scrollIntoView({ block: 'start' });
}

// Focus stays where it was, though the element that had it is replaced.
function choose(change) {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const key = active?.id
    ? `#${CSS.escape(active.id)}`
    : active?.dataset.cell && `[data-cell="${CSS.escape(active.dataset.cell)}"]`;
  choice = { ...choice, ...change };
  history.replaceState(null, '', write(page, choice));
  replace('problem');
  show();
  if (key && document.querySelector(key)) placeOf(key).focus({ preventScroll: true });
}

function show() {
  const open = (cell) => choose({ cell });
  replace('choices', choices());
  replace('ranking', ranking(page, choice, groups, open));
  replace('without', without(page, choice, open));
  replace('remarks', remarks(page, choice));
  replace('scatter', sizeAgainstSpeed(page, choice, groups));
  replace('growth', growths(page, choice, groups));
  replace('sizes', sizes(page, choice, groups));
  replace('machine', machine(page, choice));
}

function head() {
  const facts = [page.created.slice(0, 10), page.machine, words.many(page.blocks.length, 'block'), page.state];
  return [
    page.home ? el('a', { class: 'home', href: page.home }, 'All results') : null,
    el('h1', {}, page.title),
    el('p', { class: 'quiet' }, facts.join(' · ')),
  ];
}

function choices() {
  const { subject } = choice;
  const unique = (key) => [...new Map(page.subjects.map((one) => [key(one), one])).entries()];
  const sets = unique((one) => `${one.workload}, ${one.records.toLocaleString('en-US')} records`);
  const names = [...new Set(namesHere())].sort();
  if (!names.includes(choice.baseline)) names.unshift(choice.baseline);
  const controls = [
    select(
      'workload',
      sets.map(([text, one]) => [
        text,
        one.workload === subject.workload && one.records === subject.records,
        () => ({ workload: one.workload, records: one.records }),
      ]),
    ),
    ...['operation', 'way'].map((key) => {
      const texts = [...new Set(page.subjects.map((one) => one[key]))];
      return select(
        key,
        texts.map((text) => [text || 'as usual', text === subject[key], () => ({ [key]: text })]),
      );
    }),
  ].filter(Boolean);
  const baseline = el(
    'select',
    { id: 'choose-baseline', onchange: (event) => choose({ baseline: event.target.value }) },
    names.map((name) =>
      el(
        'option',
        { value: name, selected: name === choice.baseline },
        name === page.baseline ? `${name} (of the run)` : name,
      ),
    ),
  );
  const log = el('input', {
    type: 'checkbox',
    id: 'choose-scale',
    checked: choice.log,
    onchange: (event) => choose({ log: event.target.checked }),
  });
  return [
    el('div', { class: 'row' }, controls, labelled('choose-baseline', 'baseline', baseline)),
    filters(),
    el('label', { class: 'check', for: 'choose-scale' }, log, 'logarithmic bars, for cells that are far apart'),
  ];
}

function select(key, options) {
  if (options.length < 2) return null;
  const pick = (event) =>
    choose({ subject: like(page, choice.subject, options[event.target.selectedIndex][2]()), cell: '' });
  const id = `choose-${key}`;
  return labelled(
    id,
    key,
    el(
      'select',
      { id, onchange: pick },
      options.map(([text, selected]) => el('option', { selected }, text)),
    ),
  );
}

function labelled(id, text, control) {
  return el('div', { class: 'field' }, el('label', { for: id }, text), control);
}

function* namesHere() {
  for (let cell = choice.subject.begin; cell < choice.subject.end; cell++) {
    if (page.cells.time[cell] > 0) yield page.contestants[page.cells.contestant[cell]].name;
  }
}

function filters() {
  const chosen = FILTERS.reduce((sum, key) => sum + choice.filters[key].size, 0);
  const fields = FILTERS.map(filter).filter(Boolean);
  if (!fields.length) return null;
  const clear = el(
    'button',
    {
      type: 'button',
      id: 'clear',
      onclick: () => choose({ filters: Object.fromEntries(FILTERS.map((key) => [key, new Set()])) }),
    },
    'Show all',
  );
  const before = document.getElementById('filters');
  const wasOpen = before instanceof HTMLDetailsElement && before.open;
  return el(
    'details',
    { id: 'filters', open: wasOpen || chosen > 0 },
    el('summary', { id: 'filters-summary' }, chosen ? `Filters: ${chosen} chosen` : 'Filters: all are shown'),
    fields,
    chosen ? clear : null,
  );
}

function filter(key) {
  const { subject } = choice;
  const here = Array.from(
    page.cells.contestant.subarray(subject.begin, subject.end),
    (place) => page.contestants[place][key],
  );
  const names = [...new Set([...here, ...choice.filters[key]])].sort();
  if (names.length < 2) return null;
  const boxes = names.map((name, number) => {
    const id = `choose-${key}-${number}`;
    const toggle = (event) => {
      const set = new Set(choice.filters[key]);
      if (event.target.checked) set.add(name);
      else set.delete(name);
      choose({ filters: { ...choice.filters, [key]: set } });
    };
    return el(
      'label',
      { class: 'chip', for: id },
      el('input', { type: 'checkbox', id, checked: choice.filters[key].has(name), onchange: toggle }),
      name,
    );
  });
  return el('fieldset', {}, el('legend', {}, key), boxes);
}

start();
// For the console, and for tests.
globalThis.assay = { page, pair, beside, words, choice: () => choice };
