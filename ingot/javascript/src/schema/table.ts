import { fromLatin1, toLatin1 } from '../wire/sink.js';
import type { Parsed, Type } from './types.js';

/**
 * A schema that was read, as plain data: of a type that is a part of another there is its place in the table. The first
 * is the whole.
 */
export type Table = readonly Row[];

/** A type with only what reading and writing values takes. */
export interface Row {
  readonly type: Type['type'];
  /** Null where values may be nested without end. */
  readonly height: number | null;
  readonly [attribute: string]: unknown;
}

type Loose = Record<string, unknown>;

/** The attributes that name no other type, and that not all types have. */
const PLAIN = ['name', 'size', 'symbols', 'empty', 'logical', 'custom'] as const;

export function tableOf({ root, types }: Parsed): Table {
  const all = [root, ...types.filter((type) => type !== root)];
  const places = new Map(all.map((type, place) => [type, place]));
  const place = (type: Type) => places.get(type)!;
  return all.map((type) => {
    const row: Loose = { type: type.type, least: type.least, height: type.height === Infinity ? null : type.height };
    for (const key of PLAIN) if (key in type) row[key] = (type as unknown as Loose)[key];
    if (type.type === 'array') row.items = place(type.items);
    if (type.type === 'map') row.values = place(type.values);
    if (type.type === 'union') row.branches = type.branches.map(place);
    if (type.type === 'record') {
      row.fields = type.fields.map(({ name, type: inner, default: fallback }) =>
        fallback?.bytes === undefined ? [name, place(inner)] : [name, place(inner), toLatin1(fallback.bytes)],
      );
    }
    return row as unknown as Row;
  });
}

/** The schema of a table. */
export function linked<Out = unknown, In = Out>(table: Table): Parsed<Out, In> {
  const types = table.map((row) => ({ ...row, height: row.height ?? Infinity })) as unknown as Loose[];
  for (const type of types) {
    if ('items' in type) type.items = types[type.items as number];
    if ('values' in type) type.values = types[type.values as number];
    if ('branches' in type) type.branches = (type.branches as number[]).map((place) => types[place]);
    if ('fields' in type) {
      type.fields = (type.fields as [string, number, string?][]).map(([name, place, bytes]) => ({
        name,
        type: types[place],
        ...(bytes === undefined ? {} : { default: { bytes: fromLatin1(bytes) } }),
      }));
    }
  }
  return { root: types[0], types, warnings: [], warningsLeftOff: 0 } as unknown as Parsed<Out, In>;
}
