/** Floats and doubles by way of a few bytes of our own: a view of the bytes that are read or written takes long to make. */
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
const float = new Float32Array(double.buffer);
/** Where the lower word of a double is: as the machine has it. */
const LOW = new Uint8Array(new Int32Array([1]).buffer)[0] === 1 ? 0 : 1;

export function readFloat(b: Uint8Array, p: number): number {
  words[0] = wordAt(b, p);
  return float[0]!;
}

export function readDouble(b: Uint8Array, p: number): number {
  words[LOW] = wordAt(b, p);
  words[1 - LOW] = wordAt(b, p + 4);
  return double[0]!;
}

/** Whether a number would become infinite as a float. */
export function isBeyondFloat(value: number): boolean {
  return Number.isFinite(value) && !Number.isFinite(Math.fround(value));
}

/** Writes a float; the value has to be one, or is rounded. */
export function writeFloat(b: Uint8Array, p: number, value: number): void {
  float[0] = value;
  putWord(b, p, words[0]!);
}

export function writeDouble(b: Uint8Array, p: number, value: number): void {
  double[0] = value;
  putWord(b, p, words[LOW]!);
  putWord(b, p + 4, words[1 - LOW]!);
}

function wordAt(b: Uint8Array, p: number): number {
  return b[p]! | (b[p + 1]! << 8) | (b[p + 2]! << 16) | (b[p + 3]! << 24);
}

function putWord(b: Uint8Array, p: number, word: number): void {
  b[p] = word;
  b[p + 1] = word >> 8;
  b[p + 2] = word >> 16;
  b[p + 3] = word >> 24;
}
