/** Numbers of JSON, exactly: a few characters can name one as large as memory. */

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The integer that a number is, within 64 bits; `1e2` and `1.0` are some. Nothing for all others. */
export function integerOf(text: string): bigint | undefined {
  const found = NUMBER.exec(text);
  if (found === null) return undefined;
  const [, sign, whole, fraction = '', power = '0'] = found;
  let digits = whole! + fraction;
  let exponent = Number(power) - fraction.length;
  const end = digits.search(/0*$/);
  exponent += digits.length - end;
  digits = digits.slice(0, end).replace(/^0+/, '');
  if (digits === '') return 0n;
  if (exponent < 0 || digits.length + exponent > 19) return undefined;
  const size = BigInt(digits + '0'.repeat(exponent));
  const value = sign === '-' ? -size : size;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** The same as a number or, beyond 2⁵³ − 1, a bigint. */
export function longOf(text: string): number | bigint | undefined {
  const value = integerOf(text);
  if (value === undefined) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The nearest double, and nothing for what is beyond all of them. */
export function doubleOf(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The nearest float. Rounded to a double first, a number just beside the middle of two floats would become that middle. */
export function floatOf(text: string): number | undefined {
  const double = doubleOf(text);
  if (double === undefined) return undefined;
  const rounded = Math.fround(double);
  const value = Number.isFinite(rounded) ? rounded : Math.sign(double) * BEYOND;
  // As far from the double on its other side: a float, too, only if the double is the middle of the two.
  const other = 2 * double - value;
  const isMiddle = other !== value && Math.fround(other) === other && Math.abs(other) < BEYOND;
  const order = isMiddle ? compareToText(double, text) : 0;
  const nearest = order !== 0 && order < 0 === other > value ? other : value;
  return Math.abs(nearest) < BEYOND ? nearest : undefined;
}

/** What would be the next float behind the largest. */
const BEYOND = 2 ** 128;
/** Middles of floats have fewer digits. */
const MOST_DIGITS = 200;

/** The order of the middle of two floats and the exact number of a text. */
function compareToText(middle: number, text: string): number {
  const [, , whole, fraction = '', power = '0'] = NUMBER.exec(text)!;
  let digits = (whole! + fraction).replace(/^0+/, '');
  let exponent = Number(power) - fraction.length;
  if (digits.length > MOST_DIGITS) {
    const rest = digits.slice(MOST_DIGITS);
    exponent += rest.length - 1;
    digits = digits.slice(0, MOST_DIGITS) + (/[1-9]/.test(rest) ? '1' : '0');
  }
  // The lowest bit of a middle is 2⁻¹⁵⁰.
  let one = BigInt(Math.abs(middle) * 2 ** 150);
  let other = BigInt(digits) << 150n;
  if (exponent < 0) one *= 10n ** BigInt(-exponent);
  else other *= 10n ** BigInt(exponent);
  const order = one < other ? -1 : one > other ? 1 : 0;
  return middle < 0 ? -order : order;
}

/** The floats that JSON has no numbers for, by the texts that stand for them. */
export const UNUSUAL: ReadonlyMap<string, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['INF', Infinity],
  ['-INF', -Infinity],
]);

const single = new Float32Array(1);

/** The shortest text that becomes the same float. */
export function floatText(value: number): string {
  for (let digits = 6; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    single[0] = Number(text);
    if (single[0] === value) return text;
  }
  return String(value);
}
