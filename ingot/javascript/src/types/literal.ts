/** What values a schema has, found by the compiler from the schema's literal. */

import type { Bytes } from '../wire/bytes.js';

/** The values that are read by a schema: `ValueOf<typeof schema>`, where `schema` is a literal `as const`. */
export type ValueOf<S> = Known<S> extends true ? Value<S, Definitions<S, ''>, false, ''> : unknown;

/** The values that can be written by a schema: fields with a default may be left out. */
export type InputOf<S> = Known<S> extends true ? Value<S, Definitions<S, ''>, true, ''> : unknown;

/** Whether the compiler knows anything of a schema: of `any`, such as `JSON.parse` gives, it does not. */
type Known<S> = 0 extends 1 & S ? false : true;

/** Bytes that are read are copies; those that are written may lie in any memory. */
type BytesOf<In extends boolean> = In extends true ? Uint8Array : Bytes;

interface Primitives<In extends boolean> {
  null: null;
  boolean: boolean;
  int: number;
  long: number | bigint;
  float: number;
  double: number;
  bytes: BytesOf<In>;
  string: string;
}

/** The values of a schema that stands in a namespace. */
type Value<S, D, In extends boolean, Space extends string> = S extends keyof Primitives<In>
  ? Primitives<In>[S]
  : S extends string
    ? string extends S
      ? unknown
      : Defined<Meant<S, D, Space>, D, In>
    : S extends readonly (infer B)[]
      ? Value<B, D, In, Space>
      : S extends { type: 'record' | 'error'; fields: infer F }
        ? RecordValue<F, D, In, SpaceOf<S, Space>>
        : S extends { type: 'enum'; symbols: readonly (infer Symbol)[] }
          ? Symbol
          : S extends { type: 'fixed' }
            ? BytesOf<In>
            : S extends { type: 'array'; items: infer I }
              ? Value<I, D, In, Space>[]
              : S extends { type: 'map'; values: infer V }
                ? { [key: string]: Value<V, D, In, Space> }
                : S extends { type: infer T }
                  ? Value<T, D, In, Space>
                  : unknown;

type RecordValue<F, D, In extends boolean, Space extends string> = F extends readonly { name: string; type: unknown }[]
  ? In extends true
    ? { [P in Exclude<F[number], { default: unknown }> as P['name']]: Value<P['type'], D, In, Space> } & {
        [P in Extract<F[number], { default: unknown }> as P['name']]?: Value<P['type'], D, In, Space> | undefined;
      }
    : { [P in F[number] as P['name']]: Value<P['type'], D, In, Space> }
  : never;

/** A named type, and the namespace that its definition stands in. */
interface Definition {
  full: string;
  schema: unknown;
  outer: string;
}

type Defined<Found, D, In extends boolean> = Found extends Definition
  ? Value<Found['schema'], D, In, Found['outer']>
  : never;

/** The named type that a name means: with dots that one, else one of the same namespace, else one of none. */
type Meant<N extends string, D, Space extends string> = N extends `${string}.${string}`
  ? Extract<D, { full: Bare<N> }>
  : [Extract<D, { full: Full<N, Space> }>] extends [never]
    ? Extract<D, { full: N }>
    : Extract<D, { full: Full<N, Space> }>;

/** A name without the dot that says that it has no namespace. */
type Bare<N extends string> = N extends `.${infer Rest}` ? Rest : N;

type Full<N extends string, Space extends string> = N extends `${string}.${string}`
  ? Bare<N>
  : Space extends ''
    ? N
    : `${Space}.${N}`;

/** The namespace within a definition that stands in another one. */
type SpaceOf<S, Outer extends string> = S extends { name: infer N extends `${string}.${string}` }
  ? Before<N>
  : S extends { namespace: infer Own extends string }
    ? Own
    : Outer;

/** What is before the last dot. */
type Before<N extends string> = N extends `${infer First}.${infer Rest}`
  ? Rest extends `${string}.${string}`
    ? `${First}.${Before<Rest>}`
    : First
  : '';

type Named<S, Outer extends string> = S extends { name: infer N extends string }
  ? { full: Full<N, SpaceOf<S, Outer>>; schema: S; outer: Outer }
  : never;

/** All named types within a schema. */
type Definitions<S, Space extends string> = S extends string
  ? never
  : S extends readonly (infer B)[]
    ? Definitions<B, Space>
    : S extends { type: 'record' | 'error'; fields: readonly (infer F)[] }
      ? Named<S, Space> | (F extends { type: infer T } ? Definitions<T, SpaceOf<S, Space>> : never)
      : S extends { type: 'enum' | 'fixed' }
        ? Named<S, Space>
        : S extends { type: 'array'; items: infer I }
          ? Definitions<I, Space>
          : S extends { type: 'map'; values: infer V }
            ? Definitions<V, Space>
            : S extends { type: infer T }
              ? Definitions<T, Space>
              : never;
