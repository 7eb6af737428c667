// Figures in few characters, as in the lab's other reports (base/words.py).

const NONE = '–';

// Three significant digits, two below a tenth.
function three(number) {
  if (number === 0) return '0';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : 'nan';
  const rounded = Math.abs(number) >= 0.1 ? Number(number.toPrecision(3)) : number;
  const size = Math.abs(rounded);
  if (size >= 100) return Math.round(rounded).toLocaleString('en-US');
  if (size >= 10) return rounded.toFixed(1);
  if (size >= 1) return rounded.toFixed(2);
  return size >= 0.1 ? rounded.toFixed(3) : small(rounded);
}

// Without an exponent down to a ten-thousandth, as Python writes it.
function small(number) {
  const [digits, power] = number.toExponential(1).split('e');
  if (Number(power) >= -4) return number.toFixed(1 - Number(power));
  return `${digits}e-${String(-Number(power)).padStart(2, '0')}`;
}

function scaled(number, units, step) {
  let place = 0;
  while (Math.abs(number) >= 0.9995 * step && place < units.length - 1) {
    number /= step;
    place += 1;
  }
  return `${three(number)} ${units[place]}`.trimEnd();
}

const nanoseconds = (ns) => scaled(ns, ['ns', 'µs', 'ms', 's'], 1000);
const count = (number) => scaled(number, ['', 'K', 'M', 'G'], 1000);
const size = (number) => scaled(number, ['B', 'KiB', 'MiB', 'GiB'], 1024);
const percent = (share) => `${three(share * 100)}%`;
const times = (ratio) => `${three(ratio)}×`;
const many = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

function ratio(interval) {
  if (interval.half === Infinity) return `${times(interval.ratio)} (one ${interval.of}: no interval)`;
  return `${times(interval.ratio)} (${three(interval.low)}–${three(interval.high)})`;
}

// A length of time that is a guess.
function about(seconds) {
  if (seconds < 90) return `about ${Math.max(10, 10 * halfToEven(seconds / 10))} s`;
  if (seconds < 5400) return `about ${many(halfToEven(seconds / 60), 'minute')}`;
  return `about ${halfToEven(seconds / 3600)} hours`;
}

function halfToEven(number) {
  const below = Math.floor(number);
  if (number - below !== 0.5) return Math.round(number);
  return below % 2 ? below + 1 : below;
}

export const words = { NONE, three, nanoseconds, count, size, percent, times, many, ratio, about };
