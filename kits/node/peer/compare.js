'use strict';

/** @import { Encoder } from '../types' */

// Two adapters on the same files under mitata, side by side. One iteration is one pass over the records.
//
// The variable ASSAY_PEER (JSON) has the paths of the adapters, `reference` and `variant`, that of mitata's module,
// `mitata`, and the keys of `load`.

const { pathToFileURL } = require('node:url');
const { Session } = require('../session');

/** @type {(file: string, keys: *) => Promise<{adapter: Encoder, records: *[]}>} */
async function load(file, keys) {
  const module = await import(pathToFileURL(file).href);
  const { Adapter } = { ...module.default, ...module };
  const { adapter, records } = new Session(Adapter, { ...keys, container: null, settings: null });
  return { adapter: /** @type {Encoder} */ (adapter), records };
}

async function main() {
  const keys = JSON.parse(process.env.ASSAY_PEER ?? '{}');
  const { bench, do_not_optimize: keep, run, summary } = await import(pathToFileURL(keys.mitata).href);
  const { adapter: reference, records } = await load(keys.reference, keys);
  const { adapter: variant, records: others } = await load(keys.variant, keys);
  // A loop for each, as a user would write them: in a shared one, V8's feedback of the first would be the second's.
  summary(() => {
    bench('reference', () => {
      for (let i = 0; i < records.length; i++) keep(reference.encode(records[i]));
    });
    bench('variant', () => {
      for (let i = 0; i < others.length; i++) keep(variant.encode(others[i]));
    });
  });
  await run({ colors: false });
}

main();
