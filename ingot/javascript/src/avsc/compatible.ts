/** What avsc asks before it makes a resolver: programs take it for a check whether two schemas go together. */

import { ResolutionError } from '../error.js';
import { Pairs, type Pair } from '../resolve/pairs.js';
import { simpleName } from '../schema/names.js';
import { isNamed, type NamedType, type Type } from '../schema/types.js';

/**
 * Refuses a reader that cannot read all that a writer can write, or that avsc takes for another type: one of a name in
 * another namespace, or with fields that two of the writer's may be.
 *
 * @throws ResolutionError
 */
export function checkCompatible(writer: Type, reader: Type, ignoreNamespaces: boolean): void {
  const pairs = Pairs.of(writer, reader, {}, 'all');
  // Too many pairs: the resolver says so.
  if (pairs === undefined) return;
  const failed: Pair[] = [];
  for (const pair of pairs.list) {
    const before = pair.faults.length;
    if (!ignoreNamespaces) checkName(pair);
    checkFields(pair);
    if (!pair.fits || pair.faults.length === before) continue;
    pair.fits = false;
    failed.push(pair);
  }
  spread(pairs.list, failed);
  if (!pairs.root.fits) throw new ResolutionError(pairs.reasons());
}

function checkName({ writer, reader, faults }: Pair): void {
  if (!isNamed(writer) || !isNamed(reader) || writer.type !== reader.type) return;
  if (isSameName(writer, reader)) return;
  faults.push({
    kind: 'name',
    message: `the reader has ${reader.name}, the writer ${writer.name}, and no alias is it`,
  });
}

/** Whether a name or an alias is the same with its namespace. A type without a name has one only here. */
function isSameName(writer: NamedType, reader: NamedType): boolean {
  if (/^Unnamed\d+$/.test(simpleName(writer.name))) return true;
  return writer.name === reader.name || reader.aliases.includes(writer.name);
}

function checkFields({ writer, reader, faults }: Pair): void {
  if (writer.type !== 'record' || reader.type !== 'record') return;
  const known = new Set(writer.fields.map((field) => field.name));
  for (const { name, aliases } of reader.fields) {
    const met = [...new Set([name, ...aliases])].filter((one) => known.has(one));
    if (met.length < 2) continue;
    const message = `it may be any of the writer's fields ${met.join(', ').slice(0, 100)}`;
    faults.push({ step: `.${name}`, kind: 'alias-clash', message });
  }
}

/** From what does not fit to what does not fit because of it. */
function spread(list: readonly Pair[], failed: Pair[]): void {
  if (failed.length === 0) return;
  const users = new Map<Pair, Pair[]>();
  for (const pair of list) {
    for (const part of partsOf(pair)) {
      const known = users.get(part);
      if (known === undefined) users.set(part, [pair]);
      else known.push(pair);
    }
  }
  for (let part = failed.pop(); part !== undefined; part = failed.pop()) {
    for (const user of users.get(part) ?? []) {
      // A reader's union needs one branch of its own for the writer's type.
      if (!user.fits || (user.how.how === 'into' && user.how.parts.some(({ pair }) => pair.fits))) continue;
      user.fits = false;
      failed.push(user);
    }
  }
}

function partsOf({ how }: Pair): readonly Pair[] {
  switch (how.how) {
    case 'plain':
      return [];
    case 'from':
      return how.parts;
    case 'into':
      return how.parts.map(({ pair }) => pair);
    case 'items':
    case 'values':
      return [how.part];
    case 'record':
      return how.parts.flatMap((part) => (part === undefined ? [] : [part.pair]));
  }
}
