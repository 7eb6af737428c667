'use strict';

// For `assay profile`: V8's own profilers, on while a request to measure is answered. ASSAY_PROFILE says what is
// sampled, and the file that the profile goes to: `time:FILE` or `allocations:FILE`.

const fs = require('node:fs');
const inspector = require('node:inspector');

const SAMPLE_US = 500;
const SAMPLE_BYTES = 16384;

const [, what, file] = /^(time|allocations):(.+)$/.exec(process.env.ASSAY_PROFILE ?? '') ?? [];
const session = new inspector.Session();
session.connect();

/** @type {(method: string, parameters?: object) => Promise<*>} */
function post(method, parameters) {
  return new Promise((resolve, reject) => {
    session.post(method, parameters, (error, reply) => (error ? reject(error) : resolve(reply)));
  });
}

async function start() {
  if (what === 'time') {
    await post('Profiler.enable');
    await post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    await post('Profiler.start');
  } else {
    await post('HeapProfiler.startSampling', {
      samplingInterval: SAMPLE_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
  }
}

async function stop() {
  const { profile } = await post(what === 'time' ? 'Profiler.stop' : 'HeapProfiler.stopSampling');
  fs.writeFileSync(file, JSON.stringify(profile));
}

/**
 * @template T
 * @param {Uint8Array} line a request
 * @param {() => Promise<T>} answer gives a promise of the reply to it
 * @returns {Promise<T>} the reply
 */
async function profiled(line, answer) {
  if (JSON.parse(Buffer.from(line).toString()).request !== 'measure') return answer();
  await start();
  try {
    return await answer();
  } finally {
    await stop();
  }
}

module.exports = { profiled };
