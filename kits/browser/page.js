'use strict';

// The page: the Node kit's requests, answered for the driver.

const { Contestant } = require('../node/requests');
const host = require('./host');
const adapter = require('assay:adapter');

const Adapter = adapter.Adapter ?? adapter.default?.Adapter;
/** @type {InstanceType<typeof Contestant>|null} */
let contestant = null;

/**
 * @param {{name: string, runtime: string}} names of the contestant and of the browser
 */
window.assayStart = ({ name, runtime }) => {
  if (typeof Adapter !== 'function') throw new Error('the module exports no class Adapter');
  host.setUp(runtime, () => window.assayCpuNs());
  contestant = new Contestant(name, Adapter);
};

/**
 * Answers one request.
 *
 * @param {Asked} request
 * @returns {Promise<Answered>}
 */
window.assayAnswer = async ({ line, files }) => {
  if (contestant === null) throw new Error('the page was not started');
  host.files.clear();
  host.written.clear();
  for (const { path, url, problem } of files) host.files.set(path, problem || (await receive(url)));
  const { reply, end } = await contestant.answer(await receive(line));
  /** @type {Answered['written']} */
  const written = [];
  for (const [path, content] of host.written) {
    const url = `${line}/${written.length}`;
    await fetch(url, { method: 'POST', body: /** @type {Uint8Array<ArrayBuffer>} */ (content) });
    written.push({ path, url });
  }
  return { reply, end, written };
};

/** @type {(url: string) => Promise<Uint8Array>} */
async function receive(url) {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
