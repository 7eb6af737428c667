import { FileError, messageOf } from '../error.js';
import { bytesOf } from '../wire/bytes.js';
import { inflate, inflatedSize, Unpacking } from './inflate.js';
import { packSnappy, unpackSnappy } from './snappy.js';
import { framesOf } from './zstandard.js';

export type CodecName = 'null' | 'deflate' | 'snappy' | 'zstandard';

/** What is told of bytes that are odd, but whole. */
export type Tell = (message: string) => void;

/** What of Node's `zlib` is used, where it is there. */
interface Zlib {
  inflateRawSync(bytes: Uint8Array, options: object): { buffer: Uint8Array; engine: { bytesWritten: number } };
  deflateRawSync(bytes: Uint8Array, options: object): Uint8Array;
  zstdCompressSync?(bytes: Uint8Array, options: object): Uint8Array;
  zstdDecompressSync?(bytes: Uint8Array, options: object): Uint8Array;
  constants: Record<string, number>;
}

const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
const zlib = process?.getBuiltinModule?.('node:zlib') as Zlib | undefined;

/** A codec of yours: one that is not built in, such as bzip2 and xz, or another way to one that is. */
export interface FileCodec {
  /** Unpacks a block, of which more than `limit` bytes are refused. What it throws is an error of the kind `codec-data`. */
  unpack(bytes: Uint8Array, limit: number): Uint8Array;
  /** Packs a block; what it gives is copied. Without it files of the codec can only be read. */
  pack?(bytes: Uint8Array, level: number | undefined): Uint8Array;
}

/** Codecs by the names that files have for them. They come before those that are built in. */
export type FileCodecs = Readonly<Record<string, FileCodec>>;

function ownOf(name: string, own: FileCodecs): FileCodec | undefined {
  return Object.hasOwn(own, name) ? own[name] : undefined;
}

/** A name of a codec that is there; an error of the kind `codec-unknown` where there is none, or not here. */
export function codecOf(name: string, own: FileCodecs): string {
  if (ownOf(name, own) !== undefined || name === 'null' || name === 'deflate' || name === 'snappy') return name;
  if (name === 'zstandard' && zlib?.zstdDecompressSync !== undefined) return name;
  const here = name === 'zstandard' ? 'this runtime has no zstandard' : `no codec ${JSON.stringify(name.slice(0, 60))}`;
  const there = 'there are null, deflate, snappy, and zstandard where zlib has it';
  throw new FileError('codec-unknown', `${here}: ${there}; others are given by the option codecs`);
}

/** The levels that are written: those of every runtime that has the codec. */
const LEVELS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  deflate: [0, 9],
  zstandard: [-7, 22],
};

/** Refuses a codec that only unpacks, and a level that a codec does not have. One of yours is asked itself. */
export function checkPacking(codec: string, level: number | undefined, own: FileCodecs): void {
  const given = ownOf(codec, own);
  if (given !== undefined && given.pack === undefined) {
    throw new FileError('codec-unknown', `the codec ${codec} that was given only unpacks`);
  }
  const levels = given === undefined ? LEVELS[codec] : undefined;
  if (level === undefined) return;
  if (levels === undefined) {
    if (typeof level === 'number') return;
    throw new TypeError('level has to be a number');
  }
  const [least, most] = levels;
  if (Number.isInteger(level) && level >= least && level <= most) return;
  throw new FileError('codec-unknown', `${codec} has no level ${level}: its levels are ${least} to ${most}`);
}

/** @throws Unpacking */
export function unpack(codec: string, bytes: Uint8Array, limit: number, tell: Tell, own: FileCodecs): Uint8Array {
  const given = ownOf(codec, own);
  if (given !== undefined) return unpackBy(given, bytes, limit);
  switch (codec as CodecName) {
    case 'null':
      return bytes;
    case 'deflate':
      return unpackDeflate(bytes, limit, tell);
    case 'snappy':
      return unpackSnappy(bytes, limit);
    case 'zstandard':
      return unpackZstandard(bytes, limit);
  }
}

function unpackBy(codec: FileCodec, bytes: Uint8Array, limit: number): Uint8Array {
  let unpacked: Uint8Array;
  try {
    unpacked = bytesOf(codec.unpack(bytes, limit));
  } catch (error) {
    throw new Unpacking('codec-data', messageOf(error));
  }
  if (unpacked.length > limit) throw new Unpacking('limit-block', `a block becomes more than ${limit} bytes`);
  return unpacked;
}

function unpackZstandard(bytes: Uint8Array, limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const frame of framesOf(bytes)) {
    // A limit of none is not taken.
    const most = Math.max(limit - size, 1);
    const part = byZlib(limit, () => zlib!.zstdDecompressSync!(frame, { maxOutputLength: most }));
    size += part.length;
    if (size > limit) throw new Unpacking('limit-block', `a block becomes more than ${limit} bytes`);
    parts.push(part);
  }
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(size);
  for (let index = 0, at = 0; index < parts.length; at += parts[index++]!.length) whole.set(parts[index]!, at);
  return whole;
}

function unpackDeflate(bytes: Uint8Array, limit: number, tell: Tell): Uint8Array {
  const isWrapped = bytes.length > 6 && bytes[0] === 0x78 && ((bytes[0] << 8) | bytes[1]!) % 31 === 0;
  try {
    const { bytes: unpacked, taken } = inflated(bytes, limit);
    if (taken < bytes.length) tell(`${bytes.length - taken} bytes behind the stream of deflate`);
    return unpacked;
  } catch (error) {
    if (!isWrapped || !(error instanceof Unpacking) || error.kind !== 'codec-data') throw error;
    const { bytes: unpacked, taken } = inflated(bytes.subarray(2, -4), limit);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (taken !== bytes.length - 6 || view.getUint32(bytes.length - 4) !== adler32(unpacked)) throw error;
    tell("a stream of deflate with zlib's head");
    return unpacked;
  }
}

/** A block may become so large by guess. Beyond, it is measured first: a bomb gets no room of its own choice. */
const GUESS = 16 << 20;

function inflated(bytes: Uint8Array, limit: number): { bytes: Uint8Array; taken: number } {
  if (zlib === undefined) return inflate(bytes, limit);
  const run = (most: number) =>
    byZlib(most, () => {
      const { buffer, engine } = zlib.inflateRawSync(bytes, { maxOutputLength: most, info: true });
      return { bytes: buffer, taken: engine.bytesWritten };
    });
  if (limit <= GUESS) return run(limit);
  try {
    return run(GUESS);
  } catch (error) {
    if (!(error instanceof Unpacking) || error.kind !== 'limit-block') throw error;
    return run(inflatedSize(bytes, limit));
  }
}

function byZlib<T>(limit: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new Unpacking('limit-block', `a block becomes more than ${limit} bytes`);
    if (/memory|window/i.test(`${code} ${message}`)) throw new Unpacking('limit-block', message);
    throw new Unpacking('codec-data', message);
  }
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

/** Whether blocks can be packed at once here, without waiting. */
export function packsAtOnce(codec: string, own: FileCodecs): boolean {
  return codec !== 'deflate' || zlib !== undefined || ownOf(codec, own) !== undefined;
}

/** Packs at once, where `packsAtOnce` says so, into bytes that are not used for anything else afterwards. */
export function pack(codec: string, bytes: Uint8Array, level: number | undefined, own: FileCodecs): Uint8Array {
  const given = ownOf(codec, own);
  if (given !== undefined) return new Uint8Array(bytesOf(given.pack!(bytes, level)));
  switch (codec as CodecName) {
    case 'null':
      return bytes.slice();
    case 'snappy':
      return packSnappy(bytes);
    case 'deflate':
      if (zlib === undefined)
        throw new FileError('codec-unknown', 'deflate is packed as a stream only in this runtime');
      return zlib.deflateRawSync(bytes, { level: level ?? 6 });
    case 'zstandard': {
      const { ZSTD_c_compressionLevel: key } = zlib!.constants;
      return zlib!.zstdCompressSync!(bytes, { params: { [key!]: level ?? 3 } });
    }
  }
}

/** Packs as the runtime can: in browsers by a stream, which chooses the level itself. */
export async function packLater(
  codec: string,
  bytes: Uint8Array,
  level: number | undefined,
  own: FileCodecs,
): Promise<Uint8Array> {
  if (packsAtOnce(codec, own)) return pack(codec, bytes, level, own);
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
