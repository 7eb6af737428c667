import { DATA_LIMITS, SCHEMA_LIMITS } from './limits.js';
import type { Options } from './options.js';

const WORDS = {
  unions: 'plain tagged ambiguous',
  longs: 'number bigint',
  bytes: 'Uint8Array Buffer',
  engine: 'generated closures',
} as const;

/** Refuses a word or a limit that there is not: it would silently be the default, or none. */
export function checkOptions(options: Options): void {
  for (const [name, words] of Object.entries(WORDS)) {
    const given = options[name as keyof typeof WORDS];
    if (given !== undefined && !words.split(' ').includes(given)) {
      throw new TypeError(`${name}: ${given} is none of ${words}`);
    }
  }
  for (const [name, limit] of Object.entries({ ...options.limits, ...options.schemaLimits })) {
    if (!(name in DATA_LIMITS || name in SCHEMA_LIMITS) || !(limit >= 0))
      throw new TypeError(`${name}: ${limit} is no limit`);
  }
}
