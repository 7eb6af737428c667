/** The schema of a record with these fields: a name, a type, and a default if it has one. */
export function record(...fields) {
  return {
    type: 'record',
    name: 'R',
    fields: fields.map(([name, type, ...rest]) => (rest.length ? { name, type, default: rest[0] } : { name, type })),
  };
}
