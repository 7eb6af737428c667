// The native part, which `npm run build` makes.

import { createRequire } from 'node:module';

import { failure } from './failure.js';

function load() {
  try {
    return createRequire(import.meta.url)('../target/ingot-store.node');
  } catch (cause) {
    throw failure(
      'missing',
      `ingot-store is not built for this Node.js: npm run build, which needs Rust (${cause.message.split('\n')[0]})`,
    );
  }
}

export const native = load();
