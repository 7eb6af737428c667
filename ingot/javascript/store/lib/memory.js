// Memory for bytes that are handed out: pieces of larger ones, as Node's own small Buffers are.

const SIZE = 1 << 16;

class Memory {
  constructor() {
    this.piece = Buffer.allocUnsafeSlow(SIZE);
    this.used = 0;
  }

  /** The bytes that were written behind those in use; undefined where they had no room, which there is then. */
  cut(length) {
    const from = this.used;
    const end = from + length;
    if (end <= this.piece.length) {
      // The next ones begin at a multiple of eight.
      this.used = (end + 7) & ~7;
      return this.piece.subarray(from, end);
    }
    this.piece = Buffer.allocUnsafeSlow(Math.max(SIZE, length));
    this.used = 0;
    return undefined;
  }
}

export const memory = new Memory();
