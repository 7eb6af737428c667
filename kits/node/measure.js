'use strict';

const { readPasses, writePasses } = require('./container_loops');
const { digestOutputs, splitmix64 } = require('./digest');
const { writeFile } = require('./files');
const host = require('./host');
const { STRETCHES, runPasses } = require('./loops');
const { checkBytes } = require('./session');

const CLOCK_ROUNDS = 20;
const CLOCK_READS = 1000;
// A batch lasts at least so many readings of the clock.
const CLOCK_FACTOR = 100;
// A batch takes no longer than so many times what it is to last: where nearly all of it goes to what is done while the
// watch stands still, as for a decoder that does nothing, it has fewer passes.
const WHOLE_FACTOR = 4;

let timerNs = 0;

/**
 * The cost of reading the clock, or the step by which it goes where that is more.
 *
 * @returns {number} whole nanoseconds, at least 1; measured once a process
 */
function clockCost() {
  if (timerNs > 0) return timerNs;
  let best = Infinity;
  for (let round = 0; round < CLOCK_ROUNDS; round++) {
    const start = host.now();
    let end = start;
    for (let i = 0; i < CLOCK_READS; i++) end = host.now();
    best = Math.min(best, Number(end - start) / CLOCK_READS);
  }
  timerNs = Math.max(host.clockStepNs(), Math.round(best));
  return timerNs;
}

/**
 * Adds up wall time, and processor time where it can be read at once, from each start to the stop after it.
 */
class Stopwatch {
  wallNs = 0n;

  cpuNs = 0;

  start() {
    if (host.readsCpuAtOnce) this.cpuStart = host.cpuNs();
    this.wallStart = host.now();
  }

  stop() {
    this.wallNs += host.now() - this.wallStart;
    if (host.readsCpuAtOnce) this.cpuNs += host.cpuNs() - this.cpuStart;
  }
}

/**
 * Batches of one operation over a session's record set.
 */
class Measurement {
  /**
   * @param {import('./session').Session} session
   * @param {{operation: string, min_batch_ns: number, seed: number, samples: number}} options
   */
  constructor(session, options) {
    this.session = session;
    this.operation = options.operation;
    this.count = session.records.length;
    this.samples = options.samples;
    this.draw = splitmix64(options.seed);
    this.targetNs = options.min_batch_ns;
    /** The container file of the last batch of `write`. */
    this.written = null;
  }

  /**
   * Does one batch of as many passes as are believed to last long enough.
   *
   * @returns {Promise<object>} the BATCH of the contract
   */
  async batch() {
    const { session, operation } = this;
    if (session.passNs[operation] === undefined) {
      const { wallNs, wholeNs } = await this.run(1, operation === 'write' ? 0 : []);
      session.passNs[operation] = wallNs;
      session.wholePassNs[operation] = wholeNs;
    }
    return this.batchOf(this.passes(session.passNs[operation], session.wholePassNs[operation]));
  }

  passes(passNs, wholePassNs) {
    const least = Math.ceil((CLOCK_FACTOR * clockCost()) / Math.max(1, passNs));
    const enough = Math.ceil(this.targetNs / Math.max(1, passNs));
    const bearable = Math.floor((WHOLE_FACTOR * this.targetNs) / Math.max(1, wholePassNs));
    return Math.max(least, Math.min(enough, bearable));
  }

  /**
   * Does one batch.
   *
   * @param {number} passes
   * @returns {Promise<object>} the BATCH of the contract
   */
  async batchOf(passes) {
    const { session, operation } = this;
    const sample = operation === 'write' ? this.drawPass(passes) : this.drawSamples(passes);
    const { wallNs, wholeNs, cpuNs, kept } = await this.run(passes, sample);
    session.passNs[operation] = wallNs / passes;
    session.wholePassNs[operation] = wholeNs / passes;
    return {
      passes,
      records: passes * this.count,
      wall_ns: wallNs,
      cpu_ns: cpuNs,
      digest: this.digest(kept),
      allocated_bytes: null,
      gc_ns: null,
    };
  }

  digest(kept) {
    if (this.operation !== 'write') {
      return digestOutputs(kept.map((output) => this.session.outputBytes(this.operation, output)));
    }
    this.written = checkBytes(kept);
    return null;
  }

  // `sample` is what the operation's loop takes: the samples, or for `write` the pass whose file is kept.
  async run(passes, sample) {
    const { session, operation } = this;
    const watch = new Stopwatch();
    const cpuStart = await host.cpuNs();
    const start = host.now();
    const kept =
      operation === 'write' || operation === 'read'
        ? await this.runOnContainer(passes, sample, watch)
        : runPasses(STRETCHES[operation], session.adapter, () => session.newItemsOf(operation), passes, sample, watch);
    const wallNs = Number(watch.wallNs);
    const wholeNs = Number(host.now() - start);
    if (host.readsCpuAtOnce) return { wallNs, wholeNs, cpuNs: watch.cpuNs, kept };
    // What was done while the watch stood still, such as new inputs for the next pass, was done on one core.
    const aside = wholeNs - wallNs;
    return { wallNs, wholeNs, cpuNs: Math.max(0, (await host.cpuNs()) - cpuStart - aside), kept };
  }

  async runOnContainer(passes, sample, watch) {
    const { adapter, records, container } = this.session;
    watch.start();
    const kept =
      this.operation === 'write'
        ? await writePasses(adapter, records, passes, sample)
        : await readPasses(adapter, container, this.count, passes, sample);
    watch.stop();
    return kept;
  }

  drawPass(passes) {
    return Number(this.draw() % BigInt(passes));
  }

  drawSamples(passes) {
    const { count } = this;
    const drawn = new Set();
    for (let i = 0; i < this.samples; i++) {
      const pass = Number(this.draw() % BigInt(passes));
      const index = Number(this.draw() % BigInt(count));
      drawn.add(pass * count + index);
    }
    const sorted = [...drawn].sort((a, b) => a - b);
    return sorted.map((place) => ({ pass: Math.floor(place / count), index: place % count }));
  }
}

/**
 * Does batches for a time, and at least one.
 *
 * @param {import('./session').Session} session
 * @param {object} options the request
 * @returns {Promise<{batches: object[], timer_ns: number}>}
 */
async function warm(session, options) {
  const measurement = new Measurement(session, options);
  const end = host.now() + BigInt(Math.round(options.seconds * 1e9));
  const batches = [];
  do batches.push(await measurement.batch());
  while (host.now() < end);
  return reply(measurement, batches, options);
}

/**
 * Does so many batches.
 *
 * @param {import('./session').Session} session
 * @param {object} options the request
 * @returns {Promise<{batches: object[], timer_ns: number}>}
 */
async function measure(session, options) {
  const measurement = new Measurement(session, options);
  const batches = [];
  while (batches.length < options.batches) batches.push(await measurement.batch());
  return reply(measurement, batches, options);
}

/**
 * Does one batch of one pass, with nothing before it.
 *
 * @param {import('./session').Session} session
 * @param {{operation: string, seed: number, samples: number, output: string|null}} options the request
 * @returns {Promise<{batch: object}>}
 */
async function once(session, options) {
  const measurement = new Measurement(session, { ...options, min_batch_ns: 0 });
  const batch = await measurement.batchOf(1);
  writeContainer(measurement, options);
  return { batch };
}

function reply(measurement, batches, options) {
  writeContainer(measurement, options);
  return { batches, timer_ns: clockCost() };
}

function writeContainer(measurement, options) {
  if (measurement.written !== null) writeFile(options.output, measurement.written);
}

module.exports = { warm, measure, once };
