/** What of an input is at hand. Parsers ask for more by yielding; who drives them brings it. */
export class Held {
  /** The offset in the input of the next byte. */
  offset = 0;
  /** Whether nothing comes any more. */
  ended = false;
  private b: Uint8Array;
  private p = 0;

  constructor(first: Uint8Array = new Uint8Array(0)) {
    this.b = first;
  }

  /** What is at hand and not yet passed. */
  get bytes(): Uint8Array {
    return this.b.subarray(this.p);
  }

  get size(): number {
    return this.b.length - this.p;
  }

  push(chunk: Uint8Array): void {
    if (this.size === 0) {
      [this.b, this.p] = [chunk, 0];
      return;
    }
    const { size } = this;
    // Room for twice as much, so that an input of single bytes is not copied over and over.
    if (this.p + size + chunk.length > this.spare.length || this.b.buffer !== this.spare.buffer) {
      this.spare = new Uint8Array(2 * (size + chunk.length));
      this.spare.set(this.bytes);
      this.p = 0;
    }
    this.spare.set(chunk, this.p + size);
    this.b = this.spare.subarray(0, this.p + size + chunk.length);
  }

  private spare = new Uint8Array(0);

  pass(size: number): void {
    this.p += size;
    this.offset += size;
  }

  /** Waits until so many bytes are at hand, or no more come. */
  *need(size: number): Generator<void, boolean> {
    while (this.size < size && !this.ended) yield;
    return this.size >= size;
  }
}
