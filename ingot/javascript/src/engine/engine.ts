/** Reads a value at an offset, with so many levels left, and leaves the offset behind it in `at.p`. */
export type Reader = (b: Uint8Array, p: number, depth: number) => unknown;

/** How deep closures are made at once. */
export const MOST_NESTING = 200;

/** Writes a value into `out.b` at an offset, with so many levels left; gives the offset behind it. */
export type Writer = (value: unknown, p: number, depth: number) => number;
