/** Numbers of JSON, exactly: a few characters can name one as large as memory. */

/** The digits of a number, and the power of ten that they are times. */
function digitsOf(text: string): [digits: string, exponent: number] {
  const [digits, power] = text.replace(/^-/, '').split(/e/i) as [string, string?];
  const [whole, fraction = ''] = digits.split('.') as [string, string?];
  return [whole + fraction, Number(power ?? 0) - fraction.length];
}

/** The integer that a number is, within 64 bits; `1e2` and `1.0` are some. Nothing for all others. */
export function integerOf(text: string): bigint | undefined {
  let [digits, exponent] = digitsOf(text);
  // Not by a search for zeros at the end: it would begin again at each zero of a long run.
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  exponent += digits.length - end;
  digits = digits.slice(0, end).replace(/^0+/, '');
  if (digits === '') return 0n;
  if (exponent < 0 || digits.length + exponent > 19) return undefined;
  const size = BigInt(digits + '0'.repeat(exponent));
  const value = text.startsWith('-') ? -size : size;
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

/** The nearest float. Rounded to a double first, a number just beside the middle of two floats becomes that middle. */
export function floatOf(text: string): number | undefined {
  const double = Number(text);
  const value = Math.fround(double);
  if (!Number.isFinite(value)) return undefined;
  // As far from the double on its other side: a float, too, only if the double is the middle of the two.
  const other = 2 * double - value;
  return other !== value && Math.fround(other) === other && isBetween(text, double, other) ? other : value;
}

/** Whether the exact number of a text is between two others, of which the first is the middle of two floats. */
function isBetween(text: string, middle: number, other: number): boolean {
  const [digits, exponent] = digitsOf(text);
  const shift = Math.abs(exponent);
  // The lowest bit of a middle is 2⁻¹⁵⁰.
  const exact = (BigInt(digits) * 10n ** BigInt(exponent + shift)) << 150n;
  const rounded = BigInt(Math.abs(middle) * 2 ** 150) * 10n ** BigInt(shift);
  return Math.abs(other) > Math.abs(middle) ? exact > rounded : exact < rounded;
}

/** The floats that JSON has no numbers for, by the texts that stand for them. */
export const UNUSUAL: ReadonlyMap<string, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['INF', Infinity],
  ['-INF', -Infinity],
]);

/** The shortest text that becomes the same float. */
export function floatText(value: number): string {
  for (let digits = 6; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}
