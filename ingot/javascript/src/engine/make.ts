import type { Read } from '../data/reading.js';
import type { Settings } from '../options.js';
import type { Type } from '../schema/types.js';
import { closureReader } from './closures-read.js';
import { closureWriter } from './closures-write.js';
import { canGenerate } from './code.js';
import type { Reader, Writer } from './engine.js';
import { generateReader } from './generated-read.js';
import { generateWriter } from './generated-write.js';

export type Engine = 'generated' | 'closures';

/** Text for more types than this would take long to compile. */
const MOST_TYPES = 4096;

/** Which engine is used for a schema of so many types. */
export function engineFor(settings: Settings, types: number): Engine {
  return settings.engine ?? (types <= MOST_TYPES && canGenerate() ? 'generated' : 'closures');
}

export function readerOf(engine: Engine, read: Read, height: number, settings: Settings): Reader {
  return engine === 'generated' ? generateReader(read, height > settings.limits.depth) : closureReader(read);
}

export function writerOf(engine: Engine, root: Type, settings: Settings): Writer {
  if (engine === 'closures') return closureWriter(root, settings);
  return generateWriter(root, settings, root.height > settings.limits.depth);
}
