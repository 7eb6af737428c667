// Benchmark.js: a suite, of which it prints what JSON makes of its benchmarks. It has no format of its own.
const Benchmark = require('benchmark');

const joined = (count) => Array.from({ length: count }, (_, number) => number).join(',');

const suite = new Benchmark.Suite('text', {});
const options = { maxTime: 0.3, minSamples: 10 };
suite.add('joined 10', () => joined(10), options);
suite.add('joined 100', () => joined(100), options);
suite.on('complete', function () {
  const whole = this.map(({ name, count, cycles, hz, stats, times }) => ({ name, count, cycles, hz, stats, times }));
  console.log(JSON.stringify(whole, null, 1));
});
suite.run();
