/** JSON of plain values, for schemas that are given as objects. Bigints are integers. */
export function write(value: unknown, depth = 1000): string {
  if (depth === 0) throw new TypeError('the schema is nested too deeply, or contains itself');
  if (typeof value === 'bigint') return value.toString();
  // JSON.stringify leaves the sign off.
  if (Object.is(value, -0)) return '-0.0';
  if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null, depth - 1)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${write(inner, depth - 1)}`).join(',')}}`;
  }
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a schema cannot hold ${typeof value}`);
  return text;
}
