import { Readings, tagged, type Action, type Read, type ReadOp } from '../data/reading.js';
import { skip, skipExactly } from '../data/skip.js';
import { tagOf, type Settings } from '../options.js';
import type { EnumType, Field, RecordType, Type, UnionType } from '../schema/types.js';
import type { How, Pair } from './pairs.js';

/** The plan that reads a writer's data as a reader's. */
export function resolvingOf(root: Pair, settings: Settings): Read {
  return new Resolving(settings).whole(root);
}

class Resolving {
  private readonly known = new Map<Pair, Read>();
  private readonly todo: Pair[] = [];
  /** The plans of the reader's own types, by which defaults are read. */
  private readonly own: Readings;

  constructor(private readonly settings: Settings) {
    this.own = new Readings(settings);
  }

  whole(root: Pair): Read {
    const read = this.of(root);
    for (const pair of this.todo) {
      Object.assign(this.known.get(pair)!, this.op(pair));
    }
    this.own.finish();
    return read;
  }

  private of(pair: Pair): Read {
    const known = this.known.get(pair);
    if (known !== undefined) return known;
    const { writer, reader, how } = pair;
    const chosen = how.how === 'into' ? how.parts.find((part) => part.pair.fits) : undefined;
    let read: Read;
    if (!pair.fits || (how.how === 'into' && chosen === undefined)) {
      read = { ...never(writer, reader), least: writer.least };
    } else if (chosen !== undefined) {
      const union = reader as UnionType;
      const tag = tagOf(union, union.branches[chosen.index]!, this.settings);
      const inner = this.of(chosen.pair);
      read = tag === undefined ? inner : tagged(tag, inner);
    } else {
      const refined = how.how === 'from' ? {} : this.own.logical(reader);
      read = { least: writer.least, ...refined } as Read;
      this.todo.push(pair);
    }
    this.known.set(pair, read);
    return read;
  }

  private op(pair: Pair): ReadOp {
    const { how } = pair;
    switch (how.how) {
      case 'from':
        return { op: 'union', branches: how.parts.map((part) => this.of(part)) };
      case 'items':
        return { op: 'array', items: this.of(how.part) };
      case 'values':
        return { op: 'map', values: this.of(how.part) };
      case 'record':
        return this.record(pair.writer as RecordType, pair.reader as RecordType, how);
      default:
        return this.plain(pair.writer, pair.reader);
    }
  }

  private plain(writer: Type, reader: Type): ReadOp {
    const big = this.settings.longs === 'bigint';
    switch (writer.type) {
      case 'int':
      case 'long':
        return { op: writer.type, to: reader.type as 'int' | 'long' | 'float' | 'double', big };
      case 'string':
      case 'bytes':
        return { op: writer.type, text: reader.type === 'string', copy: this.own.copy };
      case 'fixed':
        return { op: 'fixed', size: writer.size, copy: this.own.copy };
      case 'enum':
        return { op: 'enum', symbols: reader.type === 'enum' ? symbolsOf(writer, reader) : writer.symbols };
      case 'null':
      case 'boolean':
      case 'float':
      case 'double':
        return { op: writer.type };
      default:
        return never(writer, reader);
    }
  }

  private record(writer: RecordType, reader: RecordType, how: How & { how: 'record' }): ReadOp {
    const takers = new Map(
      how.parts.flatMap((part, into) => (part === undefined ? [] : [[part.from, { into, part }]])),
    );
    const actions: Action[] = writer.fields.map((field) => {
      const taker = takers.get(field);
      if (taker === undefined) return skipOf(field);
      return { do: 'read', from: field.name, into: taker.into, read: this.of(taker.part.pair) };
    });
    let filled = 0;
    for (const [into, part] of how.parts.entries()) {
      if (part !== undefined) continue;
      const field = reader.fields[into]!;
      filled += field.default!.weight;
      actions.push({ do: 'default', into, read: this.own.of(field.type), bytes: field.default!.made! });
    }
    // What is made of a record without bytes could be made any number of times.
    const empty = writer.empty + (writer.least === 0 ? filled : 0);
    return { op: 'record', actions, names: reader.fields.map((field) => field.name), empty };
  }
}

function never(writer: Type, reader: Type): ReadOp & { op: 'never' } {
  return { op: 'never', message: `the datum has ${writer.type}, which the reader's ${reader.type} does not hold` };
}

function skipOf({ name, type }: Field): Action {
  return {
    do: 'skip',
    from: name,
    fast: (b, p, depth) => skip(type, b, p, depth),
    exact: (by) => skipExactly(by, type),
  };
}

/** For each symbol of the writer's the reader's: the same, or the reader's default. */
function symbolsOf(writer: EnumType, reader: EnumType): (string | undefined)[] {
  const known = new Set(reader.symbols);
  return writer.symbols.map((symbol) => (known.has(symbol) ? symbol : reader.default));
}
