'use strict';

const { readPasses, writePasses } = require('./container_loops');
const { digestOutputs, splitmix64 } = require('./digest');
const { STRETCHES, runPasses } = require('./loops');
const { checkBytes, writeFile } = require('./session');

const CLOCK_ROUNDS = 20;
const CLOCK_READS = 1000;
// A batch lasts at least so many readings of the clock.
const CLOCK_FACTOR = 100;

let timerNs = 0;

/**
 * The cost of reading the clock.
 *
 * @returns {number} whole nanoseconds, at least 1; measured once a process
 */
function clockCost() {
  if (timerNs > 0) return timerNs;
  let best = Infinity;
  for (let round = 0; round < CLOCK_ROUNDS; round++) {
    const start = process.hrtime.bigint();
    let end = start;
    for (let i = 0; i < CLOCK_READS; i++) end = process.hrtime.bigint();
    best = Math.min(best, Number(end - start) / CLOCK_READS);
  }
  timerNs = Math.max(1, Math.round(best));
  return timerNs;
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
    this.targetNs = Math.max(options.min_batch_ns, CLOCK_FACTOR * clockCost());
    /** The container file of the last batch of `write`. */
    this.written = null;
  }

  /**
   * Does one batch.
   *
   * @returns {Promise<object>} the BATCH of the contract
   */
  async batch() {
    const { session, operation } = this;
    if (session.passNs[operation] === undefined) {
      session.passNs[operation] = (await this.run(1, operation === 'write' ? 0 : [])).wallNs;
    }
    const passes = Math.max(1, Math.ceil(this.targetNs / Math.max(1, session.passNs[operation])));
    const sample = operation === 'write' ? this.drawPass(passes) : this.drawSamples(passes);
    const { wallNs, cpuNs, kept } = await this.run(passes, sample);
    session.passNs[operation] = wallNs / passes;
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
    const cpuStart = process.cpuUsage();
    const start = process.hrtime.bigint();
    const kept = await this.passes(passes, sample);
    const end = process.hrtime.bigint();
    const cpu = process.cpuUsage(cpuStart);
    return { wallNs: Number(end - start), cpuNs: (cpu.user + cpu.system) * 1000, kept };
  }

  // What the loop of `encode` and `decode` kept, or a promise of what that of `write` and `read` did.
  passes(passes, sample) {
    const { adapter, records, container } = this.session;
    switch (this.operation) {
      case 'write':
        return writePasses(adapter, records, passes, sample);
      case 'read':
        return readPasses(adapter, container, this.count, passes, sample);
      default:
        return runPasses(STRETCHES[this.operation], adapter, this.session.itemsOf(this.operation), passes, sample);
    }
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
  const end = process.hrtime.bigint() + BigInt(Math.round(options.seconds * 1e9));
  const batches = [];
  do batches.push(await measurement.batch());
  while (process.hrtime.bigint() < end);
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

function reply(measurement, batches, options) {
  if (measurement.written !== null) writeFile(options.output, measurement.written);
  return { batches, timer_ns: clockCost() };
}

module.exports = { warm, measure };
