// Schemas by chance, for fast-check.

import fc from 'fast-check';

const LOGICAL = [
  { type: 'long', logicalType: 'timestamp-micros' },
  { type: 'int', logicalType: 'time-millis' },
  { type: 'string', logicalType: 'uuid' },
  { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 },
  { type: 'bytes', logicalType: 'big-decimal' },
];

/** Schemas whose named types have names of their own. */
export const schemas = fc
  .letrec((tie) => ({
    type: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom('null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string', ...LOGICAL),
      fc.integer({ min: 0, max: 20 }).map((size) => ({ type: 'fixed', size })),
      fc
        .uniqueArray(fc.constantFrom('A', 'B', 'toString', '__proto__', 'x1'), { minLength: 1 })
        .map((symbols) => ({ type: 'enum', symbols })),
      tie('type').map((items) => ({ type: 'array', items })),
      tie('type').map((values) => ({ type: 'map', values })),
      fc.uniqueArray(tie('branch'), { minLength: 1, maxLength: 4, selector: kindOf }),
      tie('record'),
    ),
    branch: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('null', 'int', 'string', 'double', 'bytes'),
      tie('type').filter((type) => !Array.isArray(type)),
    ),
    record: fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__'), tie('type')), {
        maxLength: 5,
        selector: ([name]) => name,
      })
      .map((fields) => ({ type: 'record', fields: fields.map(([name, type]) => ({ name, type })) })),
  }))
  .type.map(named);

function kindOf(type) {
  const word = typeof type === 'string' ? type : type.type;
  return ['record', 'enum', 'fixed'].includes(word) ? type : word;
}

/** A copy in which each named type has another name. */
function named(schema) {
  let count = 0;
  const name = (type) => {
    if (Array.isArray(type)) return type.map(name);
    if (typeof type !== 'object') return type;
    const own = ['record', 'enum', 'fixed'].includes(type.type) ? { name: `T${count++}` } : {};
    const parts = Object.fromEntries(
      ['items', 'values'].filter((key) => key in type).map((key) => [key, name(type[key])]),
    );
    const fields =
      type.fields === undefined ? {} : { fields: type.fields.map((field) => ({ ...field, type: name(field.type) })) };
    return { ...type, ...own, ...parts, ...fields };
  };
  return name(schema);
}
