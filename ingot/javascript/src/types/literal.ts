/** What values a schema has, found by the compiler from the schema's literal. */

/** The values that are read by a schema: `ValueOf<typeof schema>`, where `schema` is a literal `as const`. */
export type ValueOf<S> = Value<S, Definitions<S>, false>;

/** The values that can be written by a schema: fields with a default may be left out. */
export type InputOf<S> = Value<S, Definitions<S>, true>;

interface Primitives {
  null: null;
  boolean: boolean;
  int: number;
  long: number | bigint;
  float: number;
  double: number;
  bytes: Uint8Array;
  string: string;
}

type Value<S, D, In extends boolean> = S extends keyof Primitives
  ? Primitives[S]
  : S extends string
    ? Meant<S, D, D, In>
    : S extends readonly (infer B)[]
      ? Value<B, D, In>
      : S extends { type: 'record' | 'error'; fields: infer F }
        ? RecordValue<F, D, In>
        : S extends { type: 'enum'; symbols: readonly (infer Symbol)[] }
          ? Symbol
          : S extends { type: 'fixed' }
            ? Uint8Array
            : S extends { type: 'array'; items: infer I }
              ? Value<I, D, In>[]
              : S extends { type: 'map'; values: infer V }
                ? { [key: string]: Value<V, D, In> }
                : S extends { type: infer T }
                  ? Value<T, D, In>
                  : unknown;

type RecordValue<F, D, In extends boolean> = F extends readonly { name: string; type: unknown }[]
  ? In extends true
    ? { [P in Exclude<F[number], { default: unknown }> as P['name']]: Value<P['type'], D, In> } & {
        [P in Extract<F[number], { default: unknown }> as P['name']]?: Value<P['type'], D, In> | undefined;
      }
    : { [P in F[number] as P['name']]: Value<P['type'], D, In> }
  : never;

/** The named types of a schema that a name can mean: with or without a namespace. */
type Meant<N extends string, D, All, In extends boolean> = D extends { name: infer M extends string }
  ? N extends M | `${string}.${M}`
    ? Value<D, All, In>
    : M extends `${string}.${N}`
      ? Value<D, All, In>
      : never
  : never;

/** All named types within a schema. */
type Definitions<S> = S extends string
  ? never
  : S extends readonly (infer B)[]
    ? Definitions<B>
    : S extends { type: 'record' | 'error'; fields: readonly (infer F)[] }
      ? S | (F extends { type: infer T } ? Definitions<T> : never)
      : S extends { type: 'enum' | 'fixed' }
        ? S
        : S extends { type: 'array'; items: infer I }
          ? Definitions<I>
          : S extends { type: 'map'; values: infer V }
            ? Definitions<V>
            : S extends { type: infer T }
              ? Definitions<T>
              : never;
