import type { Bytes } from './bytes.js';
import { writeLong } from './integers.js';
import { writeDouble, writeFloat } from './reals.js';

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
    this.room(10);
    this.length = writeLong(this.buffer, this.length, value);
  }

  /** Bytes behind their length. */
  run(bytes: Uint8Array): void {
    this.long(bytes.length);
    this.bytes(bytes);
  }

  float(value: number): void {
    this.room(4);
    writeFloat(this.buffer, this.length, value);
    this.length += 4;
  }

  double(value: number): void {
    this.room(8);
    writeDouble(this.buffer, this.length, value);
    this.length += 8;
  }

  /** All that was written, until more is. */
  bytesSoFar(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** A copy of all that was written. */
  taken(): Bytes {
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
