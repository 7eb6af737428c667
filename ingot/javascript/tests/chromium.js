// The Chromium of this machine, if there is one.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** What every test gives it. */
export const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'];

function find() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not there.
      }
    }
  }
  return undefined;
}

export const chromium = find();

/** Why a test that needs it is passed over. */
export const skip = chromium === undefined && 'needs Chromium';
