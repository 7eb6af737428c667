import { chooserOf, isObject, ownField } from '../data/choose.js';
import { converterOf, isTagged, type Settings } from '../options.js';
import { branchName, type Field, type RecordType, type Type, type UnionType } from '../schema/types.js';

export interface CloneOptions {
  /** Bytes may be what `JSON.stringify` makes of Buffers. */
  coerceBuffers?: boolean;
  /** Gives the value of each field; `type` is that of the record. */
  fieldHook?: (field: { name: string }, value: unknown, type: never) => unknown;
  /** Values of unions may stand without the name of their branch. */
  wrapUnions?: boolean;
  /** Fields without a value have their default. */
  skipMissingFields?: boolean;
}

/** What a hook gets for a type. */
interface Shown {
  isValid(value: unknown): boolean;
}

/** A copy of a value that is not quite one, made such that it is; `shown` is what a hook gets for a type. */
export function changed(
  type: Type,
  value: unknown,
  options: CloneOptions,
  settings: Settings,
  shown: (type: Type) => Shown,
): unknown {
  return new Changes(options, settings, shown).of(type, value);
}

class Changes {
  constructor(
    private readonly options: CloneOptions,
    private readonly settings: Settings,
    private readonly shown: (type: Type) => Shown,
  ) {}

  of(type: Type, value: unknown): unknown {
    // What a class makes has none of the parts of its type.
    if (converterOf(type, this.settings) !== undefined) return value;
    switch (type.type) {
      case 'bytes':
      case 'fixed':
        return this.options.coerceBuffers === true && isObject(value) ? coerced(value) : value;
      case 'array':
        return Array.isArray(value) ? value.map((one) => this.of(type.items, one)) : value;
      case 'map': {
        if (!isObject(value)) return value;
        const entries = Object.entries(value).map(([key, one]) => [key, this.of(type.values, one)] as const);
        return Object.fromEntries(entries);
      }
      case 'union':
        return this.union(type, value);
      case 'record':
        return isObject(value) ? this.record(type, value) : value;
      default:
        return value;
    }
  }

  private record(type: RecordType, value: Record<string, unknown>): unknown {
    const entries = type.fields.flatMap((field): [string, unknown][] => {
      const made = this.field(type, field, ownField(value, field));
      return made === undefined ? [] : [[field.name, made]];
    });
    return Object.fromEntries(entries);
  }

  private field(record: RecordType, field: Field, value: unknown): unknown {
    const made = value === undefined ? undefined : this.of(field.type, value);
    const { fieldHook } = this.options;
    return fieldHook === undefined ? made : fieldHook(field, made, this.shown(record) as never);
  }

  private union(type: UnionType, value: unknown): unknown {
    if (value === null) return null;
    const tagged = isTagged(type, this.settings);
    const keys = isObject(value) ? Object.keys(value) : [];
    const named = tagged && keys.length === 1 ? type.branches.find((one) => branchName(one) === keys[0]) : undefined;
    if (named !== undefined) return { [keys[0]!]: this.of(named, (value as Record<string, unknown>)[keys[0]!]) };
    if (tagged) return this.options.wrapUnions === true ? this.wrapped(type, value) : value;
    const branch = type.branches[chooserOf(type, this.settings)(value)];
    return branch === undefined ? value : this.of(branch, value);
  }

  /** The first branch that takes a value, which classes make hard to tell. */
  private wrapped(type: UnionType, value: unknown): unknown {
    for (const branch of type.branches) {
      const made = this.of(branch, value);
      if (this.shown(branch).isValid(made)) return { [branchName(branch)]: made };
    }
    return value;
  }
}

/** The bytes that `JSON.stringify` made of a Buffer. */
function coerced(value: Record<string, unknown>): unknown {
  const { type, data } = value;
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value;
}
