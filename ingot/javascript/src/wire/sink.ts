/** Bytes that grow, for what is not written often: defaults, JSON, heads of files. */
export class Sink {
  private buffer = new Uint8Array(64);
  length = 0;

  byte(value: number): void {
    this.room(1);
    this.buffer[this.length++] = value;
  }

  bytes(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** An int, or a long that is exact as a number or within 64 bits. */
  long(value: number | bigint): void {
    if (typeof value === 'number' && value === (value | 0)) {
      let bits = ((value << 1) ^ (value >> 31)) >>> 0;
      for (; bits > 0x7f; bits >>>= 7) this.byte((bits & 0x7f) | 0x80);
      this.byte(bits);
      return;
    }
    const wide = BigInt(value);
    let bits = BigInt.asUintN(64, (wide << 1n) ^ (wide >> 63n));
    for (; bits > 0x7fn; bits >>= 7n) this.byte(Number(bits & 0x7fn) | 0x80);
    this.byte(Number(bits));
  }

  /** Bytes behind their length. */
  run(bytes: Uint8Array): void {
    this.long(bytes.length);
    this.bytes(bytes);
  }

  float(value: number): void {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, value, true);
    this.bytes(new Uint8Array(view.buffer));
  }

  double(value: number): void {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value, true);
    this.bytes(new Uint8Array(view.buffer));
  }

  /** All that was written, until more is. */
  bytesSoFar(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** A copy of all that was written. */
  taken(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private room(size: number): void {
    if (this.length + size <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + size));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}

const utf8 = new TextEncoder();

/** The bytes of a text. */
export function toUtf8(text: string): Uint8Array {
  return utf8.encode(text);
}

/** Bytes as JSON writes them, one character each. Nothing for a text with others. */
export function fromLatin1(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0xff) return undefined;
    bytes[index] = code;
  }
  return bytes;
}

/** The text that stands for bytes in JSON. */
export function toLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return text;
}
