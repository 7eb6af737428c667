// What avsc has and the drop-in has not: docs/from-avsc.md names all of it. These lists may only shrink.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import avsc from 'avsc';
import * as dropIn from 'ingot/avsc';

const PAGE = readFileSync(new URL('../docs/from-avsc.md', import.meta.url), 'utf8');
const GETTERS = ['getAliases', 'getFingerprint', 'getName', 'getSchema', 'getTypeName'];
const RECORD = { type: 'record', name: 'R', fields: [{ name: 'a', type: 'int' }] };
const BASES = ['Array', 'Boolean', 'Bytes', 'Double', 'Enum', 'Fixed', 'Float', 'Int', 'Long', 'Map', 'Null', 'Record'];
const CLASSES = [...BASES, 'String', 'UnwrappedUnion', 'WrappedUnion'].map((name) => `${name}Type`);

/** Which names of something of avsc's lead to nothing in the drop-in; those with an underscore are not for users. */
function absent(theirs, ours) {
  const names = [...namesOf(theirs)].filter((name) => !/^_|^(name|length|prototype|constructor|super_)$/.test(name));
  return names.filter((name) => theirs[name] !== undefined && ours[name] === undefined).sort();
}

function namesOf(value) {
  if ([null, Object.prototype, Function.prototype].includes(value)) return new Set();
  return new Set([...Object.getOwnPropertyNames(value), ...namesOf(Object.getPrototypeOf(value))]);
}

const type = (schema) => (library) => library.Type.forSchema(schema);

const ABSENT = [
  [
    'the package',
    (library) => library,
    [
      ...['Protocol', 'Service', 'assembleProtocol', 'discoverProtocol', 'readProtocol', 'readSchema'],
      ...['assemble', 'combine', 'infer'],
    ],
  ],
  ['Type', (library) => library.Type, ['forTypes']],
  ['types', (library) => library.types, CLASSES],
  ['streams', (library) => library.streams, ['RawDecoder', 'RawEncoder']],
  ['a number', type('int'), GETTERS],
  ['a text', type('string'), GETTERS],
  ['a union', type(['null', 'int']), [...GETTERS, 'getTypes']],
  ['a wrapped union', type(['int', 'long']), [...GETTERS, 'getTypes']],
  ['an array', type({ type: 'array', items: 'int' }), [...GETTERS, 'getItemsType']],
  ['a map', type({ type: 'map', values: 'int' }), [...GETTERS, 'getValuesType']],
  ['an enum', type({ type: 'enum', name: 'E', symbols: ['A'] }), [...GETTERS, 'getSymbols']],
  ['a fixed', type({ type: 'fixed', name: 'F', size: 1 }), [...GETTERS, 'getSize']],
  [
    'a record',
    type(RECORD),
    [...GETTERS, ...['field', 'getField', 'getFields', 'getRecordConstructor', 'recordConstructor']],
  ],
  [
    'a field',
    (library) => type(RECORD)(library).fields[0],
    [...['getAliases', 'getDefault', 'getName', 'getOrder', 'getType']],
  ],
  ['a reader of files', (library) => new library.streams.BlockDecoder(), []],
  ['a writer of files', (library) => new library.streams.BlockEncoder('int'), []],
];

for (const [what, of, due] of ABSENT) {
  test(`the drop-in has what avsc has, or its page says what is missing: ${what}`, () => {
    const found = absent(of(avsc), of(dropIn));
    assert.deepEqual(found, [...due].sort());
    // The page names the older getters by what they have in common.
    for (const name of found) assert.ok(PAGE.includes(/^get[A-Z]/.test(name) ? '`get…`' : `${name}\``), name);
  });
}
