/** Reads a value at an offset, with so many levels left, and leaves the offset behind it in `at.p`. */
export type Reader = (b: Uint8Array, p: number, depth: number) => unknown;

/** How deep closures are made at once. */
export const MOST_NESTING = 200;

/**
 * Writes a value into bytes at an offset, with so many levels left; gives the offset behind it. Where there is too little
 * room, `out.larger` has taken the place of the bytes.
 */
export type Writer = (b: Uint8Array, value: unknown, p: number, depth: number) => number;
