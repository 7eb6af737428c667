import { Unpacking } from './inflate.js';

/**
 * The frames of zstandard that bytes are made of, each whole. Runtimes differ here: some unpack the first frame alone,
 * and some take a frame that is cut for a whole one.
 *
 * @throws Unpacking if the bytes are no frames, or end within one
 */
export function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let start = 0; start < bytes.length || frames.length === 0;) {
    const end = frameEnd(bytes, start);
    if (end > bytes.length) throw cut();
    // A frame to be skipped holds nothing.
    if (bytes[start] === 0x28) frames.push(bytes.subarray(start, end));
    else if (end === bytes.length && frames.length === 0) throw new Unpacking('codec-data', 'no frame of zstandard');
    start = end;
  }
  return frames;
}

function frameEnd(bytes: Uint8Array, start: number): number {
  if (start + 6 > bytes.length) throw cut();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(start, true);
  if (magic >>> 4 === 0x184d2a5) {
    if (start + 8 > bytes.length) throw cut();
    return start + 8 + view.getUint32(start + 4, true);
  }
  if (magic !== 0xfd2fb528) throw new Unpacking('codec-data', 'no frame of zstandard');
  const flags = bytes[start + 4]!;
  const isSingle = (flags & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][flags & 3]!;
  const content = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!;
  let at = start + 5 + (isSingle ? 0 : 1) + dictionary + content;
  for (let isLast = false; !isLast;) {
    if (at + 3 > bytes.length) throw cut();
    const head = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    isLast = (head & 1) === 1;
    // A block of one byte over and over has that byte once.
    at += 3 + (((head >> 1) & 3) === 1 ? 1 : head >> 3);
  }
  return at + ((flags & 4) === 0 ? 0 : 4);
}

function cut(): Unpacking {
  return new Unpacking('codec-data', 'the stream of zstandard is cut');
}
