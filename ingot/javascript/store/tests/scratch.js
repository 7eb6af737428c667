// Folders that go when their test ends, and what several tests ask.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Store } from 'ingot-store';

/** A folder for a test. */
export function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-store-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A store in a folder of its own, which is closed when the test ends. */
export function opened(t, options) {
  const store = Store.open(join(scratch(t), 'pantry'), options);
  t.after(() => store.close());
  return store;
}

/** Whether an error has a code, and says something in one line. */
export function says(code, message = /./) {
  return (error) => error.code === code && message.test(error.message) && !error.message.includes('\n');
}
