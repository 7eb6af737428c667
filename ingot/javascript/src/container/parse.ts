import { Exact } from '../data/exact.js';
import { DecodeError, FileError, SchemaError } from '../error.js';
import { DATA_LIMITS } from '../limits.js';
import type { Options } from '../options.js';
import { Schema } from '../schema.js';
import { codecOf, unpack, type FileCodecs } from './codecs.js';
import type { Held } from './held.js';
import { Unpacking } from './inflate.js';

export const SYNC = 16;

/** What is read though it is not as it should be: nothing; what is whole; what is whole of a cut file, too. */
export type Tolerance = 'nothing' | 'odd' | 'cut';

export interface FileLimits {
  /** Bytes of the header. */
  headerBytes: number;
  /** Bytes of a block, packed and unpacked. */
  blockBytes: number;
}

export const FILE_LIMITS: Readonly<FileLimits> = { headerBytes: 16 << 20, blockBytes: 64 << 20 };

export interface ParseOptions {
  tolerance: Tolerance;
  limits: FileLimits;
  codecs: FileCodecs;
  /** How the file's schema makes values. */
  values: Options;
}

export interface Header {
  schema: Schema;
  /** The name that the file has for it, whether there is such a codec or not. */
  codec: string;
  metadata: ReadonlyMap<string, Uint8Array>;
  sync: Uint8Array;
}

/** Records as they lie in the file. */
export interface Block {
  /** The offset of the block in the file. */
  offset: number;
  count: number;
  /** The unpacked records, one behind the other. */
  bytes: Uint8Array;
}

const MAGIC = [0x4f, 0x62, 0x6a, 0x01];

/** Entries of a header: each takes room besides its bytes, of which it may have two. */
export const MOST_ENTRIES = 1 << 16;

/** Reads a file's header. */
export function* parseHeader(
  held: Held,
  options: ParseOptions,
  tell: (warning: FileError) => void,
): Generator<void, Header> {
  const most = options.limits.headerBytes;
  // The header is looked through again when twice as much is there.
  for (let due = MAGIC.length; ; due = Math.max(2 * held.size, due + 1)) {
    yield* held.need(Math.min(due, most + 1));
    const { bytes } = held;
    if (MAGIC.some((byte, index) => index < bytes.length && bytes[index] !== byte)) {
      throw new FileError('magic', 'no container file: another beginning', 0);
    }
    const entries = held.size < MAGIC.length ? undefined : entriesOf(bytes.subarray(0, most), most);
    if (entries !== undefined) {
      held.pass(entries.end);
      return headerOf(entries, options, tell);
    }
    if (held.size > most) throw new FileError('limit-header', `the header has more than ${most} bytes`, 0);
    if (!held.ended) continue;
    const what = held.size === 0 ? 'the file is empty' : 'the file ends within its header';
    throw new FileError('end-of-input', what, held.size);
  }
}

interface Entries {
  list: [string, Uint8Array][];
  sync: Uint8Array;
  end: number;
}

/** The entries of a header; nothing if it goes on behind the bytes. */
function entriesOf(bytes: Uint8Array, most: number): Entries | undefined {
  const reader = new HeaderReader(bytes, most);
  try {
    return reader.entries();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (error.kind === 'end-of-input') return undefined;
    throw new FileError(error.kind, error.reason, error.offset);
  }
}

/** The parts of the map in a header, each as the exact reader reads it. */
class HeaderReader extends Exact {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly most: number,
  ) {
    super(bytes, MAGIC.length, DATA_LIMITS, false);
  }

  entries(): Entries {
    const list: [string, Uint8Array][] = [];
    const known = new Set<string>();
    for (;;) {
      const start = this.p;
      const count = this.long('a count');
      if (count === 0n) break;
      if (count === -(1n << 63n)) throw this.fault('count-invalid', `a count of ${count}`, start);
      const size = count < 0n ? this.long('a size') : undefined;
      if (size !== undefined && size < 0n) throw this.fault('block-size', `a block of ${size} bytes`, start);
      const end = size === undefined ? undefined : this.p + Number(size);
      let left = count < 0n ? -count : count;
      if (left + BigInt(list.length) > MOST_ENTRIES) throw new FileError('limit-header', 'too many entries', start);
      // An entry has two bytes at least.
      if (left > this.most / 2) throw new FileError('limit-header', `${left} entries: too many for a header`, start);
      for (; left > 0n; left--) {
        const at = this.p;
        const key = this.utf8();
        if (key.startsWith('avro.') && known.has(key)) {
          throw new FileError('key-duplicate', `${key} is there twice`, at);
        }
        known.add(key);
        list.push([key, this.run()]);
      }
      if (end !== undefined && end !== this.p)
        throw this.fault('block-size', 'a block of entries is not as long as it says', start);
    }
    const start = this.take(SYNC, 'the marker');
    return { list, sync: new Uint8Array(this.bytes.subarray(start, start + SYNC)), end: this.p };
  }

  private run(): Uint8Array {
    const start = this.p;
    const size = this.long('a length');
    if (size < 0n) throw this.fault('length-negative', `a length of ${size}`, start);
    const at = this.take(Number(size), 'an entry');
    return new Uint8Array(this.bytes.subarray(at, at + Number(size)));
  }

  private utf8(): string {
    const start = this.p;
    try {
      return strict.decode(this.run());
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw this.fault('utf8-invalid', 'a name in the header that is not UTF-8', start);
    }
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function headerOf({ list, sync }: Entries, options: ParseOptions, tell: (warning: FileError) => void): Header {
  const metadata = new Map(list);
  const text = metadata.get('avro.schema');
  if (text === undefined) throw new FileError('schema-missing', 'the header has no avro.schema', 0);
  let schema: Schema;
  try {
    schema = Schema.parse(strict.decode(text), { ...options.values, lenient: true });
  } catch (error) {
    if (error instanceof SchemaError) throw new FileError(error.kind, `the schema: ${error.message}`, 0, error.path);
    if (error instanceof TypeError) throw new FileError('json', 'the schema is not UTF-8', 0);
    throw error;
  }
  const name = metadata.get('avro.codec');
  if (name?.length === 0 && options.tolerance !== 'nothing') {
    tell(new FileError('codec-unknown', 'an empty name of a codec is read as null', 0));
    return { schema, codec: 'null', metadata, sync };
  }
  return { schema, codec: name === undefined ? 'null' : new TextDecoder().decode(name), metadata, sync };
}

/** Reads the next block that has records; nothing at the end of the file. */
export function* parseBlock(
  held: Held,
  header: Header,
  options: ParseOptions,
  tell: (warning: FileError) => void,
): Generator<void, Block | undefined> {
  // Not with the header, which can be read whatever the codec is.
  codecOf(header.codec, options.codecs);
  for (;;) {
    if (!(yield* held.need(1))) return undefined;
    const { offset } = held;
    const frame = yield* parseFrame(held, options);
    if (frame === undefined || !(yield* held.need(frame.head + frame.size + SYNC))) {
      const error = new FileError('end-of-input', 'the file ends within the block that begins here', offset);
      // What holds a marker is not cut: the block's size is wrong.
      if (options.tolerance !== 'cut' || finds(held.bytes, header.sync)) throw error;
      tell(error);
      held.pass(held.size);
      return undefined;
    }
    const { count, head, size } = frame;
    const packed = held.bytes.subarray(head, head + size);
    const whole = held.bytes.subarray(0, head + size + SYNC);
    const behind = whole.subarray(head + size);
    if (!behind.every((byte, index) => byte === header.sync[index])) {
      const error = new FileError('sync-mismatch', 'another marker behind the block that begins here', offset);
      if (options.tolerance !== 'cut') throw error;
      // What holds the marker and does not end with it has a wrong size, too.
      if (finds(whole, header.sync) || !isWhole(packed, count, header, options)) throw error;
      tell(error);
    }
    held.pass(head + size + SYNC);
    if (count === 0 && size === 0) continue;
    const bytes = unpacked(packed, header, options, offset, tell);
    return { offset, count, bytes };
  }
}

/** The count and the size of a block, and how many bytes they take; nothing if the file ends within them. */
function* parseFrame(
  held: Held,
  options: ParseOptions,
): Generator<void, { count: number; size: number; head: number } | undefined> {
  yield* held.need(20);
  const { offset } = held;
  // As a count it would be below zero.
  if (MAGIC.every((byte, index) => held.bytes[index] === byte)) {
    throw new FileError('sync-mismatch', 'another file begins here, where a block is due', offset);
  }
  const reader = new FrameReader(held.bytes);
  let frame: { count: bigint; size: bigint; head: number };
  try {
    frame = reader.frame();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (error.kind === 'end-of-input') return undefined;
    throw new FileError(error.kind, error.reason, offset);
  }
  const { count, size, head } = frame;
  if (count < 0n) throw new FileError('count-invalid', `a block of ${count} records`, offset);
  if (size < 0n) throw new FileError('block-size', `a block of ${size} bytes`, offset);
  const most = options.limits.blockBytes;
  if (size > most) throw new FileError('limit-block', `a block of ${size} bytes, the limit is ${most}`, offset);
  return { count: Number(count), size: Number(size), head };
}

class FrameReader extends Exact {
  constructor(bytes: Uint8Array) {
    super(bytes, 0, DATA_LIMITS, false);
  }

  frame(): { count: bigint; size: bigint; head: number } {
    return { count: this.long('a count'), size: this.long('a size'), head: this.p };
  }
}

function unpacked(
  packed: Uint8Array,
  header: Header,
  options: ParseOptions,
  offset: number,
  tell: (warning: FileError) => void,
): Uint8Array {
  const told = (message: string): void => {
    const warning = new FileError('codec-data', message, offset);
    if (options.tolerance === 'nothing') throw warning;
    tell(warning);
  };
  try {
    return unpack(header.codec, packed, options.limits.blockBytes, told, options.codecs);
  } catch (error) {
    if (!(error instanceof Unpacking)) throw error;
    throw new FileError(error.kind, error.message, offset);
  }
}

/** Whether a block has its records, no more and no less, though another marker stands behind it. */
function isWhole(packed: Uint8Array, count: number, header: Header, options: ParseOptions): boolean {
  try {
    const bytes = unpacked(packed, header, options, 0, () => undefined);
    header.schema.decodeBlock(bytes, count, () => undefined);
    return true;
  } catch {
    return false;
  }
}

function finds(bytes: Uint8Array, sync: Uint8Array): boolean {
  for (let at = bytes.indexOf(sync[0]!); at >= 0; at = bytes.indexOf(sync[0]!, at + 1)) {
    if (sync.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
