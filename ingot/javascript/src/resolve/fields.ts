import type { Field, RecordType } from '../schema/types.js';

/** What a reader's field takes: a field of the writer's, its default, or nothing that it could. */
export type Match = { take: Field } | { take: 'default' } | { take: 'nothing' } | { take: 'clash'; with: Field };

/** For each of the reader's fields what it takes: by name before any alias, and none twice. */
export function matchFields(writer: RecordType, reader: RecordType): Match[] {
  const known = new Map(writer.fields.map((field) => [field.name, field]));
  const taken = new Set(reader.fields.map((field) => known.get(field.name)));
  return reader.fields.map((field) => {
    const exact = known.get(field.name);
    if (exact !== undefined) return { take: exact };
    const alias = field.aliases.find((name) => known.has(name));
    const other = alias === undefined ? undefined : known.get(alias);
    if (other !== undefined && taken.has(other)) return { take: 'clash', with: other };
    if (other !== undefined) {
      taken.add(other);
      return { take: other };
    }
    // A leniently read schema may have a default that is no value.
    return { take: field.default?.made === undefined ? 'nothing' : 'default' };
  });
}
