'use strict';

const { digestOutputs, splitmix64 } = require('./digest');
const { STRETCHES, runPasses } = require('./loops');

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
    this.items = session.itemsOf(options.operation);
    this.samples = options.samples;
    this.draw = splitmix64(options.seed);
    this.targetNs = Math.max(options.min_batch_ns, CLOCK_FACTOR * clockCost());
  }

  /**
   * Does one batch.
   *
   * @returns {object} the BATCH of the contract
   */
  batch() {
    const { session, operation } = this;
    if (session.passNs[operation] === undefined) {
      session.passNs[operation] = this.run(1, []).wallNs;
    }
    const passes = Math.max(1, Math.ceil(this.targetNs / Math.max(1, session.passNs[operation])));
    const { wallNs, cpuNs, kept } = this.run(passes, this.drawSamples(passes));
    session.passNs[operation] = wallNs / passes;
    return {
      passes,
      records: passes * this.items.length,
      wall_ns: wallNs,
      cpu_ns: cpuNs,
      digest: digestOutputs(kept.map((output) => session.outputBytes(operation, output))),
      allocated_bytes: null,
      gc_ns: null,
    };
  }

  run(passes, samples) {
    const stretch = STRETCHES[this.operation];
    const cpuStart = process.cpuUsage();
    const start = process.hrtime.bigint();
    const kept = runPasses(stretch, this.session.adapter, this.items, passes, samples);
    const end = process.hrtime.bigint();
    const cpu = process.cpuUsage(cpuStart);
    return { wallNs: Number(end - start), cpuNs: (cpu.user + cpu.system) * 1000, kept };
  }

  drawSamples(passes) {
    const count = this.items.length;
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
 * @returns {{batches: object[], timer_ns: number}}
 */
function warm(session, options) {
  const measurement = new Measurement(session, options);
  const end = process.hrtime.bigint() + BigInt(Math.round(options.seconds * 1e9));
  const batches = [];
  do batches.push(measurement.batch());
  while (process.hrtime.bigint() < end);
  return { batches, timer_ns: clockCost() };
}

/**
 * Does so many batches.
 *
 * @param {import('./session').Session} session
 * @param {object} options the request
 * @returns {{batches: object[], timer_ns: number}}
 */
function measure(session, options) {
  const measurement = new Measurement(session, options);
  const batches = [];
  while (batches.length < options.batches) batches.push(measurement.batch());
  return { batches, timer_ns: clockCost() };
}

module.exports = { warm, measure };
