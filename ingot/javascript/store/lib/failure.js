// Errors: one line, and what kind of thing is wrong as `code`, the same word as in other languages.

/** An error of a kind. */
export function failure(code, message) {
  const error = new Error(message);
  error.code = code;
  return error;
}

/** An error for a value of another type than the one that is wanted. */
export function mismatch(what, wanted, value) {
  return failure('type-mismatch', `${what} is ${wanted}, not ${named(value)}`);
}

function named(value) {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return { object: 'an object', bigint: 'a BigInt' }[typeof value] ?? `a ${typeof value}`;
}

/** An error unless a key is a string. */
export function checkKey(key) {
  if (typeof key !== 'string') throw mismatch('a key', 'a string', key);
}

/** An error for an option that there is not. */
export function checkOptions(options, known) {
  if (typeof options !== 'object' || options === null) throw mismatch('what is asked for', 'an object', options);
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw failure('type-mismatch', `there is no option ${name}: ${known.join(', ')}`);
  }
}
