// Values of Temporal for logical types. Runtimes that have none of their own take a package's; a page, its own.

import 'temporal-polyfill/global';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { temporalWrong } from './page/temporal.js';
import { ENGINES } from './rows.js';

for (const engine of ENGINES) {
  test(`logical types are values of Temporal where that is asked for: ${engine}`, () => {
    assert.deepEqual(temporalWrong(engine), []);
  });
}
