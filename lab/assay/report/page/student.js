// The quantile of Student's t distribution: Newton's steps on the distribution function, kept between two bounds.

const quantiles = new Map();

// The t such that a variable of so many degrees of freedom is within ±t with that probability.
export function tQuantile(confidence, degrees) {
  const key = `${confidence} ${degrees}`;
  if (!quantiles.has(key)) quantiles.set(key, solve(0.5 + confidence / 2, degrees));
  return quantiles.get(key);
}

function solve(probability, degrees) {
  let low = 0;
  let high = 1;
  while (tProbability(high, degrees) < probability) {
    low = high;
    high *= 2;
  }
  let t = (low + high) / 2;
  for (let step = 0; step < 200; step++) {
    const error = tProbability(t, degrees) - probability;
    if (error > 0) high = t;
    else low = t;
    const next = t - error / tDensity(t, degrees);
    const previous = t;
    t = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(t - previous) <= 1e-14 * t) break;
  }
  return t;
}

// How probable it is that a variable is no more than t, of t above 0.
export function tProbability(t, degrees) {
  const square = t * t;
  // Of the two arguments that add up to 1 the one that is not rounded to it.
  return square < degrees
    ? 0.5 + 0.5 * incompleteBeta(square / (degrees + square), 0.5, degrees / 2)
    : 1 - 0.5 * incompleteBeta(degrees / (degrees + square), degrees / 2, 0.5);
}

function tDensity(t, degrees) {
  const top = -((degrees + 1) / 2) * Math.log1p((t * t) / degrees);
  return Math.exp(top - logBeta(0.5, degrees / 2)) / Math.sqrt(degrees);
}

// The regularized incomplete beta function, by its continued fraction (Lentz's method).
function incompleteBeta(x, a, b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

function fraction(x, a, b) {
  const awayFromZero = (number) => (Math.abs(number) < 1e-300 ? 1e-300 : number);
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let found = d;
  for (let m = 1; m < 10000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    found *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    found *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return found;
}

function logBeta(a, b) {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

// Stirling's series, from where it is exact to a double; smaller numbers are raised to there.
function logGamma(x) {
  let raised = 0;
  for (; x < 12; x++) raised += Math.log(x);
  const square = 1 / (x * x);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - raised;
}
