import { plain } from '../json/value.js';
import { isNamed, type Field, type Type } from '../schema/types.js';

export interface SchemaOptions {
  /** With all attributes that avsc keeps: defaults, aliases, docs, orders. */
  exportAttrs?: boolean;
  /** A named type is its name alone. */
  noDeref?: boolean;
}

/** What is written of a logical type that there is a class for; nothing for others. */
export type LogicalExport = (type: Type) => Record<string, unknown> | undefined;

/** A type's schema as avsc gives it: names in full, and no attribute that avsc does not know. */
export function exported(root: Type, options: SchemaOptions, logical: LogicalExport): unknown {
  const seen = new Set<Type>();
  const all = options.exportAttrs === true;
  const written = (type: Type): unknown => {
    if (isNamed(type) && (options.noDeref === true || seen.has(type))) return type.name;
    seen.add(type);
    const bare = base(type);
    const more = all ? logical(type) : undefined;
    if (more === undefined) return bare;
    return { ...(typeof bare === 'string' ? { type: bare } : (bare as object)), ...more };
  };
  const base = (type: Type): unknown => {
    const own = isNamed(type) ? { name: type.name } : {};
    const behind = {
      ...(all && isNamed(type) && type.aliases.length > 0 ? { aliases: type.aliases } : {}),
      ...(all && isNamed(type) && type.doc !== undefined ? { doc: type.doc } : {}),
    };
    switch (type.type) {
      case 'union':
        return type.branches.map(written);
      case 'array':
        return { type: 'array', items: written(type.items) };
      case 'map':
        return { type: 'map', values: written(type.values) };
      case 'enum':
        return {
          ...own,
          type: 'enum',
          symbols: type.symbols,
          ...(all && type.default !== undefined ? { default: type.default } : {}),
          ...behind,
        };
      case 'fixed':
        return { ...own, type: 'fixed', size: type.size, ...behind };
      case 'record':
        return { ...own, type: type.isError ? 'error' : 'record', fields: type.fields.map(field), ...behind };
      default:
        return type.type;
    }
  };
  const field = (one: Field): unknown => ({
    name: one.name,
    type: written(one.type),
    ...(all && one.default !== undefined ? { default: plain(one.default.json) } : {}),
    ...(all && one.order !== 'ascending' ? { order: one.order } : {}),
    ...(all && one.aliases.length > 0 ? { aliases: one.aliases } : {}),
    ...(all && one.doc !== undefined ? { doc: one.doc } : {}),
  });
  return written(root);
}
