'use strict';

/** @import { Batch, MeasureOptions, Operation, Sample, SampleOptions, Session, Value } from './types' */

const { digestOutputs, splitmix64 } = require('./digest');
const { writeFile } = require('./files');
const host = require('./host');
const { runPasses } = require('./loops');
const { isOnContainers } = require('./operations');
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

  wallStart = 0n;

  cpuNs = 0;

  cpuStart = 0;

  start() {
    if (host.readsCpuAtOnce) this.cpuStart = /** @type {number} */ (host.cpuNs());
    this.wallStart = host.now();
  }

  stop() {
    this.wallNs += host.now() - this.wallStart;
    if (host.readsCpuAtOnce) this.cpuNs += /** @type {number} */ (host.cpuNs()) - this.cpuStart;
  }
}

/**
 * Batches of one operation over a session's record set.
 */
class Measurement {
  /**
   * @param {Session} session
   * @param {Operation} operation
   * @param {SampleOptions} options
   * @param {number} targetNs how long a batch is to last
   */
  constructor(session, operation, options, targetNs) {
    this.session = session;
    this.operation = operation;
    this.count = session.records.length;
    this.samples = options.samples;
    this.draw = splitmix64(options.seed);
    this.targetNs = targetNs;
    /** @type {Uint8Array|null} the container file of the last batch, where the operation gives one */
    this.written = null;
  }

  /**
   * Does one batch of as many passes as are believed to last long enough.
   *
   * @returns {Promise<Batch>} the BATCH of the contract
   */
  async batch() {
    const { lastBatch } = this.session;
    let last = lastBatch.get(this.operation);
    if (last === undefined) {
      const { wallNs, wholeNs } = await this.run(1, this.operation.gives === 'container' ? 0 : []);
      last = { passNs: wallNs, wholePassNs: wholeNs };
    }
    return this.batchOf(this.passes(last.passNs, last.wholePassNs));
  }

  /** @type {(passNs: number, wholePassNs: number) => number} */
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
   * @returns {Promise<Batch>} the BATCH of the contract
   */
  async batchOf(passes) {
    const { session, operation } = this;
    const sample = operation.gives === 'container' ? this.drawPass(passes) : this.drawSamples(passes);
    const { wallNs, wholeNs, cpuNs, kept } = await this.run(passes, sample);
    session.lastBatch.set(operation, { passNs: wallNs / passes, wholePassNs: wholeNs / passes });
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

  /** @type {(kept: Value) => string|null} */
  digest(kept) {
    if (this.operation.gives === 'container') {
      this.written = checkBytes(kept);
      return null;
    }
    const bytes = kept.map((/** @type {Value} */ output) => this.session.outputBytes(this.operation, output));
    return digestOutputs(bytes);
  }

  /**
   * @param {number} passes
   * @param {Sample[]|number} sample what the operation's loop takes: samples, or the pass whose container is kept
   */
  async run(passes, sample) {
    const { session, operation } = this;
    const watch = new Stopwatch();
    const cpuStart = await host.cpuNs();
    const start = host.now();
    let kept;
    if (isOnContainers(operation)) {
      watch.start();
      kept = await operation.passes(session, passes, sample);
      watch.stop();
    } else {
      const samples = /** @type {Sample[]} */ (sample);
      const items = () => session.newItemsOf(operation);
      kept = runPasses(operation.stretch, session.actorOf(operation), items, passes, samples, watch);
    }
    const wallNs = Number(watch.wallNs);
    const wholeNs = Number(host.now() - start);
    if (host.readsCpuAtOnce) return { wallNs, wholeNs, cpuNs: watch.cpuNs, kept };
    // What was done while the watch stood still, such as new inputs for the next pass, was done on one core.
    const aside = wholeNs - wallNs;
    return { wallNs, wholeNs, cpuNs: Math.max(0, (await host.cpuNs()) - cpuStart - aside), kept };
  }

  /** @param {number} passes */
  drawPass(passes) {
    return Number(this.draw() % BigInt(passes));
  }

  /** @type {(passes: number) => Sample[]} */
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
 * @param {Session} session
 * @param {Operation} operation
 * @param {MeasureOptions & {seconds: number}} options the request
 * @returns {Promise<{batches: Batch[], timer_ns: number}>}
 */
async function warm(session, operation, options) {
  const measurement = new Measurement(session, operation, options, options.min_batch_ns);
  const end = host.now() + BigInt(Math.round(options.seconds * 1e9));
  /** @type {Batch[]} */
  const batches = [];
  do batches.push(await measurement.batch());
  while (host.now() < end);
  return reply(measurement, batches, options);
}

/**
 * Does so many batches.
 *
 * @param {Session} session
 * @param {Operation} operation
 * @param {MeasureOptions & {batches: number}} options the request
 * @returns {Promise<{batches: Batch[], timer_ns: number}>}
 */
async function measure(session, operation, options) {
  const measurement = new Measurement(session, operation, options, options.min_batch_ns);
  /** @type {Batch[]} */
  const batches = [];
  while (batches.length < options.batches) batches.push(await measurement.batch());
  return reply(measurement, batches, options);
}

/**
 * Does one batch of one pass, with nothing before it.
 *
 * @param {Session} session
 * @param {Operation} operation
 * @param {SampleOptions} options the request
 * @returns {Promise<{batch: Batch}>}
 */
async function once(session, operation, options) {
  const measurement = new Measurement(session, operation, options, 0);
  const batch = await measurement.batchOf(1);
  writeContainer(measurement, options);
  return { batch };
}

/** @type {(measurement: Measurement, batches: Batch[], options: SampleOptions) => {batches: Batch[], timer_ns: number}} */
function reply(measurement, batches, options) {
  writeContainer(measurement, options);
  return { batches, timer_ns: clockCost() };
}

/** @type {(measurement: Measurement, options: SampleOptions) => void} */
function writeContainer(measurement, options) {
  if (measurement.written !== null && options.output !== null) writeFile(options.output, measurement.written);
}

module.exports = { warm, measure, once };
