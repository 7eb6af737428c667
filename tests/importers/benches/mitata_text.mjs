// mitata: plain, in a group, with arguments. What it measured is written by its own JSON format.
import process from 'node:process';
import { bench, group, run } from 'mitata';

const joined = (count) => Array.from({ length: count }, (_, number) => number).join(',');

bench('ten', () => joined(10));
group('text', () => {
  bench('joined $count', function* (state) {
    const count = state.get('count');
    yield () => joined(count);
  }).args('count', [10, 100]);
});
bench('fails', () => {
  throw new Error('it cannot be done here');
});

await run({ format: { json: { debug: false, samples: process.argv.includes('samples') } }, throw: false });
