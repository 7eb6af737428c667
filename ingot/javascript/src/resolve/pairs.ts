import { shown, type Reason } from '../error.js';
import { simpleName } from '../schema/names.js';
import { branchName, described, isNamed, type Field, type Type, type UnionType } from '../schema/types.js';
import { Branches, promotions } from './branches.js';
import { matchFields } from './fields.js';

/** How types are matched. */
export interface Matching {
  /** The whole may have another name than the writer's, and an enum be read as a string. */
  lenient?: boolean;
  /** A reader's union takes the first branch that fits, as the specification has it to the letter. */
  firstBranch?: boolean;
}

/** `all`: all that a writer can write has to fit. `some`: any of it; the rest is a matter of the datum. */
export type Scope = 'all' | 'some';

/** A type of the writer's that is read as one of the reader's. */
export interface Pair {
  readonly writer: Type;
  readonly reader: Type;
  how: How;
  faults: Fault[];
  fits: boolean;
}

export type How =
  | { how: 'plain' }
  /** A branch of the writer's union, each by its pair. */
  | { how: 'from'; parts: Pair[] }
  /** Branches of the reader's union that may take the type; the first that fits does. */
  | { how: 'into'; parts: { index: number; pair: Pair }[] }
  | { how: 'items' | 'values'; part: Pair }
  /** For each field of the reader's record the writer's field and the pair, or nothing for its default. */
  | { how: 'record'; parts: ({ from: Field; pair: Pair } | undefined)[] };

interface Fault {
  /** What the path has besides. */
  step?: string;
  kind: Reason['kind'];
  message: string;
}

const MOST_PAIRS = 1 << 18;
const MOST_PARTS = 1 << 20;

/** All pairs of types that meet, each once: schemas that contain themselves have no end otherwise. */
export class Pairs {
  readonly list: Pair[] = [];
  private readonly known = new Map<Type, Map<Type, Map<number, Pair>>>();
  private readonly branches = new Branches();
  private parts = MOST_PARTS;

  private constructor(
    private readonly matching: Matching,
    private readonly scope: Scope,
  ) {}

  /** All pairs of two schemas; the first is that of the whole. Nothing if they are too many. */
  static of(writer: Type, reader: Type, matching: Matching, scope: Scope): Pairs | undefined {
    const pairs = new Pairs(matching, scope);
    pairs.add(writer, reader, -1);
    for (const { pair, first } of pairs.todo) {
      pairs.compare(pair, first);
      if (pairs.list.length > MOST_PAIRS || pairs.parts < 0) return undefined;
    }
    pairs.judge();
    return pairs;
  }

  get root(): Pair {
    return this.list[0]!;
  }

  private readonly todo: { pair: Pair; first: number }[] = [];

  /** The pair of two types. `first` is the branch of the reader's union that comes before all others. */
  private add(writer: Type, reader: Type, first: number): Pair {
    this.parts--;
    const readers = this.known.get(writer) ?? new Map<Type, Map<number, Pair>>();
    this.known.set(writer, readers);
    const firsts = readers.get(reader) ?? new Map<number, Pair>();
    readers.set(reader, firsts);
    let pair = firsts.get(first);
    if (pair === undefined) {
      pair = { writer, reader, how: { how: 'plain' }, faults: [], fits: true };
      firsts.set(first, pair);
      this.list.push(pair);
      this.todo.push({ pair, first });
    }
    return pair;
  }

  private compare(pair: Pair, first: number): void {
    const { writer, reader } = pair;
    const fault = (kind: Reason['kind'], message: string) => pair.faults.push({ kind, message });
    if (writer.type === 'union') {
      const aligned = this.aligned(writer, reader);
      const parts = writer.branches.map((branch, index) => this.add(branch, reader, aligned ? index : -1));
      pair.how = { how: 'from', parts };
    } else if (reader.type === 'union') {
      pair.how = { how: 'into', parts: this.someBranch(writer, reader, first) };
      if (pair.how.parts.length === 0) fault('branch', `the reader's union has no branch for ${described(writer)}`);
    } else if (writer.type === 'array' && reader.type === 'array') {
      pair.how = { how: 'items', part: this.add(writer.items, reader.items, -1) };
    } else if (writer.type === 'map' && reader.type === 'map') {
      pair.how = { how: 'values', part: this.add(writer.values, reader.values, -1) };
    } else if (isNamed(writer) && isNamed(reader) && writer.type === reader.type) {
      if (sameName(writer, reader) || (this.matching.lenient === true && pair === this.root)) this.named(pair);
      else fault('name', `the reader has ${described(reader)}, the writer ${described(writer)}`);
    } else if (writer.type === 'enum' && reader.type === 'string' && this.matching.lenient === true) {
      // Any symbol is a string.
    } else if (writer.type !== reader.type && !promotions(writer).includes(reader.type)) {
      fault('type', `the reader has ${described(reader)}, the writer ${described(writer)}`);
    }
    const [from, to] = [writer.logical, reader.logical];
    if (from?.word === 'decimal' && to?.word === 'decimal' && from.scale !== to.scale) {
      fault('scale', `the reader has decimals of scale ${to.scale}, the writer of scale ${from.scale}`);
    }
  }

  private named(pair: Pair): void {
    const { writer, reader, faults } = pair;
    if (writer.type === 'fixed' && reader.type === 'fixed' && writer.size !== reader.size) {
      faults.push({ kind: 'size', message: `the reader has ${reader.size} bytes, the writer ${writer.size}` });
    }
    if (writer.type === 'enum' && reader.type === 'enum') {
      this.parts -= writer.symbols.length + reader.symbols.length;
      const known = new Set(reader.symbols);
      const missing = writer.symbols.find((symbol) => !known.has(symbol));
      if (this.scope === 'all' && missing !== undefined && reader.default === undefined) {
        faults.push({ kind: 'symbol-missing', message: `the reader has no symbol ${shown(missing)} and no default` });
      }
    }
    if (writer.type !== 'record' || reader.type !== 'record') return;
    const asked = reader.fields.reduce((sum, field) => sum + 1 + field.aliases.length, 0);
    this.parts -= writer.fields.length + asked;
    const parts = matchFields(writer, reader).map((match, place) => {
      const tell = (kind: Reason['kind'], message: string) =>
        void faults.push({ step: `.${reader.fields[place]!.name}`, kind, message });
      if (match.take === 'default') return undefined;
      if (match.take === 'nothing') {
        return tell('field-missing', 'the writer has no such field, and the reader no default for it');
      }
      if (match.take === 'clash') {
        return tell(
          'alias-clash',
          `an alias claims the writer's field ${shown(match.with.name)}, which another field has`,
        );
      }
      return { from: match.take, pair: this.add(match.take.type, reader.fields[place]!.type, -1) };
    });
    pair.how = { how: 'record', parts };
  }

  /**
   * Whether two unions have the same branches in the same order. Then each stays where it is, also where a lenient
   * schema has a branch twice.
   */
  private aligned(writer: UnionType, reader: Type): boolean {
    if (reader.type !== 'union' || reader.branches.length !== writer.branches.length) return false;
    this.parts -= writer.branches.length;
    return writer.branches.every((branch, index) => {
      const other = reader.branches[index]!;
      return branch.type === other.type && branchName(branch) === branchName(other);
    });
  }

  private someBranch(writer: Type, reader: UnionType, first: number): { index: number; pair: Pair }[] {
    const found = this.branches.candidates(writer, reader, this.matching.lenient ?? false);
    this.parts -= found.length;
    const rank = (one: { rank: number }) => (this.matching.firstBranch === true ? 0 : one.rank);
    const late = (one: { index: number }) => (one.index === first ? 0 : 1);
    found.sort((a, b) => late(a) - late(b) || rank(a) - rank(b) || a.index - b.index);
    return found.map(({ index }) => ({ index, pair: this.add(writer, reader.branches[index]!, -1) }));
  }

  /** Finds for each pair whether it fits: what is taken to fit until something says otherwise. */
  private judge(): void {
    const users = new Map(this.list.map((pair): [Pair, Pair[]] => [pair, []]));
    const left = new Map<Pair, number>();
    const failed: Pair[] = [];
    for (const pair of this.list) {
      const parts = partsOf(pair);
      for (const { pair: part } of parts) users.get(part)!.push(pair);
      const any = pair.how.how === 'into' || (pair.how.how === 'from' && this.scope === 'some');
      left.set(pair, any ? parts.length : 1);
      if (pair.faults.length > 0) {
        pair.fits = false;
        failed.push(pair);
      }
    }
    for (const part of failed) {
      for (const user of users.get(part)!) {
        const count = left.get(user)! - 1;
        left.set(user, count);
        if (count !== 0 || !user.fits) continue;
        user.fits = false;
        failed.push(user);
      }
    }
  }

  /** Why the whole does not fit, each reason once, with its path. */
  reasons(): Reason[] {
    const reasons: Reason[] = [];
    const seen = new Set<Pair>();
    const todo: { pair: Pair; path: string }[] = [{ pair: this.root, path: '' }];
    for (const { pair, path } of todo) {
      if (pair.fits || seen.has(pair)) continue;
      seen.add(pair);
      for (const { step, kind, message } of pair.faults) reasons.push({ kind, path: joined(path, step), message });
      const { how } = pair;
      if (how.how === 'into' && how.parts.length > 1) {
        const message = `no branch of the reader's union takes ${described(pair.writer)}`;
        reasons.push({ kind: 'branch', path, message });
        continue;
      }
      for (const { pair: part, step } of partsOf(pair)) todo.push({ pair: part, path: joined(path, step) });
    }
    return reasons;
  }
}

function partsOf(pair: Pair): { pair: Pair; step?: string }[] {
  const { how, reader } = pair;
  switch (how.how) {
    case 'plain':
      return [];
    case 'from':
      return how.parts.map((part) => ({ pair: part }));
    case 'into':
      return how.parts;
    case 'items':
      return [{ pair: how.part, step: '[]' }];
    case 'values':
      return [{ pair: how.part, step: '{}' }];
    case 'record': {
      const fields = reader.type === 'record' ? reader.fields : [];
      return how.parts.flatMap((part, place) =>
        part === undefined ? [] : [{ pair: part.pair, step: `.${fields[place]!.name}` }],
      );
    }
  }
}

function joined(path: string, step = ''): string {
  return path === '' ? step.replace(/^\./, '') : path + step;
}

/** Whether a reader's named type is meant by a writer's: by its name, an alias, or the name without a namespace. */
function sameName(writer: Type, reader: Type): boolean {
  if (!isNamed(writer) || !isNamed(reader)) return false;
  return simpleName(writer.name) === simpleName(reader.name) || reader.aliases.includes(writer.name);
}
