/**
 * Records of closures, a function for each count of fields: V8 learns which name and which function stand at a place in
 * the code, and both are several times as fast where there is but one of each. That is so in programs in which most
 * records are of one kind; in others it is as fast as a loop.
 */

/** Reads at `at.p` and leaves there the offset behind. */
export type Step = (b: Uint8Array, depth: number) => unknown;

/** As many as the largest takes; others are asked for fewer. */
type Many<T> = readonly [T, T, T, T, T, T];
type Fields = Record<string, unknown>;

// prettier-ignore
const READING: readonly ((template: Fields, names: Many<string>, steps: Many<Step>) => Step)[] = [
  (t, [n0], [s0]) => (b, d) => {
    const v = { ...t }; v[n0] = s0(b, d); return v;
  },
  (t, [n0, n1], [s0, s1]) => (b, d) => {
    const v = { ...t }; v[n0] = s0(b, d); v[n1] = s1(b, d); return v;
  },
  (t, [n0, n1, n2], [s0, s1, s2]) => (b, d) => {
    const v = { ...t }; v[n0] = s0(b, d); v[n1] = s1(b, d); v[n2] = s2(b, d); return v;
  },
  (t, [n0, n1, n2, n3], [s0, s1, s2, s3]) => (b, d) => {
    const v = { ...t }; v[n0] = s0(b, d); v[n1] = s1(b, d); v[n2] = s2(b, d); v[n3] = s3(b, d); return v;
  },
  (t, [n0, n1, n2, n3, n4], [s0, s1, s2, s3, s4]) => (b, d) => {
    const v = { ...t }; v[n0] = s0(b, d); v[n1] = s1(b, d); v[n2] = s2(b, d); v[n3] = s3(b, d); v[n4] = s4(b, d);
    return v;
  },
  (t, [n0, n1, n2, n3, n4, n5], [s0, s1, s2, s3, s4, s5]) => (b, d) => {
    const v = { ...t }; v[n0] = s0(b, d); v[n1] = s1(b, d); v[n2] = s2(b, d); v[n3] = s3(b, d); v[n4] = s4(b, d);
    v[n5] = s5(b, d); return v;
  },
];

/** What reads so many fields into an object; nothing if they are too many, or none. */
export function recordStep(template: Fields, steps: readonly Step[]): Step | undefined {
  const names = Object.keys(template) as unknown as Many<string>;
  return READING[steps.length - 1]?.(template, names, steps as Many<Step>);
}
