'use strict';

// The page: the Node kit's requests, answered for the driver.

const { Contestant } = require('../node/requests');
const host = require('./host');
const adapter = require('assay:adapter');

const Adapter = adapter.Adapter ?? adapter.default?.Adapter;
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
 * @param {{line: string, files: {path: string, url: string, problem: string}[]}} request where the driver serves the
 *   line and the files that it names; `problem` says why a file could not be read, and is empty where it could
 * @returns {Promise<{reply: string, end: boolean, written: {path: string, url: string}[]}>} `written`: what the driver
 *   has been sent, to be laid at those paths
 */
window.assayAnswer = async ({ line, files }) => {
  host.files.clear();
  host.written.clear();
  for (const { path, url, problem } of files) host.files.set(path, problem || (await receive(url)));
  const { reply, end } = await contestant.answer(await receive(line));
  const written = [];
  for (const [path, content] of host.written) {
    const url = `${line}/${written.length}`;
    await fetch(url, { method: 'POST', body: content });
    written.push({ path, url });
  }
  return { reply, end, written };
};

async function receive(url) {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
