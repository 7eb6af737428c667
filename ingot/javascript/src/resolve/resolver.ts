import { decodeBlock } from '../data/blocks.js';
import { Decoder, type DecodeOptions } from '../data/decoder.js';
import type { Read } from '../data/reading.js';
import { engineFor, readerOf } from '../engine/make.js';
import { ResolutionError, type Reason } from '../error.js';
import type { Settings } from '../options.js';
import type { Type } from '../schema/types.js';
import { Pairs, type Matching } from './pairs.js';
import { resolvingOf } from './plan.js';

/** Reads data of a writer's schema as values of a reader's. */
export class Resolver<Out = unknown> {
  private readonly decoder: Decoder;

  /** @throws ResolutionError if no data of the writer's can be read */
  constructor(writer: Type, reader: Type, matching: Matching, settings: Settings) {
    const pairs = Pairs.of(writer, reader, matching, 'some');
    if (!pairs?.root.fits) throw new ResolutionError(reasonsOf(pairs));
    const { root, list } = pairs;
    let plan: Read | undefined;
    const read = () => (plan ??= resolvingOf(root, settings));
    const engine = engineFor(settings, list.length);
    this.decoder = new Decoder(read, () => readerOf(engine, read(), writer.height, settings), settings);
  }

  /** The only value of the bytes. */
  decode(bytes: Uint8Array | ArrayBuffer, options?: DecodeOptions): Out {
    return this.decoder.decode(bytes as Uint8Array, options) as Out;
  }

  /** The value that begins at an offset, and the offset behind it. */
  decodeAt(bytes: Uint8Array, offset: number, options?: DecodeOptions): { value: Out; end: number } {
    return this.decoder.decodeAt(bytes, offset, options) as { value: Out; end: number };
  }

  /** Gives so many values to a function, which are all that the bytes hold. */
  decodeBlock(bytes: Uint8Array, count: number, take: (value: unknown) => void): void {
    decodeBlock(this.decoder, bytes, count, take);
  }

  /** All values of the bytes, one behind the other. */
  decodeMany(bytes: Uint8Array, options?: DecodeOptions): Out[] {
    return this.decoder.decodeMany(bytes, options) as Out[];
  }
}

/** Why a reader cannot read all that a writer can write; none if it can. */
export function incompatibilities(writer: Type, reader: Type, matching: Matching): Reason[] {
  const pairs = Pairs.of(writer, reader, matching, 'all');
  return pairs?.root.fits === true ? [] : reasonsOf(pairs);
}

function reasonsOf(pairs: Pairs | undefined): Reason[] {
  const message = 'too many pairs of types';
  return pairs?.reasons() ?? [{ kind: 'limit', path: '', message }];
}
