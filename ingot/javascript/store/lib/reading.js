// Documents one after another, in pieces: one call of the native part for many of them.
// They are read by the functions of a reading only, which keep the collection open.

// Bytes of the first piece, for those who stop soon, and of the largest, which are short-lived for the collector.
const FIRST = 1 << 12;
const MOST = 1 << 16;
const ENDS = 1 << 12;

/** The documents of a reading as values, by one call of JSON.parse for each piece. */
export function* values(reading) {
  for (const piece of pieces(reading)) {
    for (let at = 0; at < piece.length; at += 1) yield piece[at];
  }
}

/** The documents of a reading with their keys, which are in the field. */
export function* entries(reading, field) {
  for (const piece of pieces(reading)) {
    const key = keysOf(reading, field);
    for (let at = 0; at < piece.length; at += 1) yield [key(piece[at], at), piece[at]];
  }
}

/** The keys of a reading, whose documents have at least the key field. */
export function* keys(reading, field) {
  for (const piece of pieces(reading)) {
    const key = keysOf(reading, field);
    for (let at = 0; at < piece.length; at += 1) yield key(piece[at], at);
  }
}

function* pieces(reading) {
  for (let size = FIRST; ; size = Math.min(4 * size, MOST)) {
    const text = reading.nextTexts(size);
    if (text === null) return;
    yield JSON.parse(text);
  }
}

/** What gives the keys of a piece: a number's digits, where JSON.parse has rounded them those of the text. */
function keysOf(reading, field) {
  let exact;
  return (document, at) => {
    const key = document[field];
    if (typeof key === 'string') return key;
    if (Number.isSafeInteger(key) && !Object.is(key, -0)) return String(key);
    exact ??= reading.lastKeys();
    return exact[at];
  };
}

/** The bytes of a reading's documents, each a part of a larger piece of memory. */
export function* raw(reading) {
  const ends = new Uint32Array(ENDS);
  const places = Buffer.from(ends.buffer);
  for (let size = FIRST; ; size = Math.min(4 * size, MOST)) {
    let memory = Buffer.allocUnsafeSlow(size);
    let count = reading.nextBytes(memory, places);
    if (count < 0) {
      memory = Buffer.allocUnsafeSlow(-count);
      count = reading.nextBytes(memory, places);
    }
    if (count === 0) return;
    let from = 0;
    for (let at = 0; at < count; at += 1) {
      const end = ends[at];
      yield memory.subarray(from, end);
      from = end;
    }
  }
}
