// Ingot beside avsc 5, in this process, on records of one kind: to see whether a change helps. What counts is measured
// by the lab, in many processes. `node bench/beside.js [generated|closures] [seconds]`

import avsc from 'avsc';
import { Schema } from 'ingot';

const [engine = 'generated', seconds = '1'] = process.argv.slice(2);

const PERSON = {
  type: 'record',
  name: 'Person',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'age', type: 'int' },
    { name: 'email', type: ['null', 'string'], default: null },
    { name: 'phone_numbers', type: { type: 'array', items: 'string' } },
  ],
};
const people = Array.from({ length: 1000 }, (_, index) => ({
  name: `Person_${index}`,
  age: 20 + (index % 60),
  email: index % 3 === 0 ? `person${index}@example.com` : null,
  phone_numbers: Array.from({ length: 1 + (index % 3) }, (_, number) => `+1-555-${index}${number}`),
}));

function nanoseconds(items, run) {
  let best = Infinity;
  for (const end = performance.now() + 1000 * Number(seconds); performance.now() < end;) {
    const start = performance.now();
    for (const item of items) run(item);
    best = Math.min(best, ((performance.now() - start) * 1e6) / items.length);
  }
  return best;
}

const schema = Schema.parse(JSON.stringify(PERSON), { engine });
avsc.Type.__reset(1 << 16);
const type = avsc.Type.forSchema(PERSON);
const encoded = people.map((person) => type.toBuffer(person));
const kept = Buffer.alloc(1 << 16);
const cells = {
  encode: [people, (person) => schema.encode(person), (person) => type.toBuffer(person)],
  'encode into': [people, (person) => schema.encodeInto(person, kept, 0), (person) => type.encode(person, kept, 0)],
  decode: [encoded, (bytes) => schema.decode(bytes), (bytes) => type.fromBuffer(bytes)],
};
for (const [name, [items, ours, theirs]] of Object.entries(cells)) {
  const [mine, other] = [nanoseconds(items, ours), nanoseconds(items, theirs)];
  console.log(
    `${name}: ${mine.toFixed(0)} ns, avsc ${other.toFixed(0)} ns, ${(other / mine).toFixed(2)} times as fast`,
  );
}
