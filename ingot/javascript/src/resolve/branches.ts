import { simpleName } from '../schema/names.js';
import { isNamed, type NamedType, type Type, type UnionType } from '../schema/types.js';

/** Which branches of a reader's union may take a writer's type: looked up, for unions may have thousands of branches. */
export class Branches {
  private readonly known = new Map<UnionType, Map<string, number[]>>();

  /** The branches that may take a type, each once, with its rank: the lowest fits best. */
  candidates(writer: Type, union: UnionType, lenient: boolean): { rank: number; index: number }[] {
    const places = this.placesOf(union);
    const ranks = new Map<number, number>();
    const look = (rank: number, key: string, fits: (branch: Type) => boolean = () => true) => {
      for (const index of places.get(key) ?? []) {
        if (fits(union.branches[index]!)) ranks.set(index, Math.min(rank, ranks.get(index) ?? rank));
      }
    };
    if (isNamed(writer)) {
      const alike = (branch: Type): branch is NamedType => branch.type === writer.type;
      const simple = simpleName(writer.name);
      look(SAME_NAME, `name ${simple}`, (branch) => alike(branch) && branch.name === writer.name);
      look(ALIAS, `alias ${writer.name}`, alike);
      look(SIMPLE_NAME, `name ${simple}`, alike);
    } else {
      look(SAME_TYPE, writer.type);
    }
    for (const word of promotions(writer)) look(PROMOTED, word);
    if (lenient && writer.type === 'enum') look(PROMOTED, 'string');
    look(WITHIN, 'union');
    return Array.from(ranks, ([index, rank]) => ({ rank, index })).sort((a, b) => a.index - b.index);
  }

  private placesOf(union: UnionType): Map<string, number[]> {
    const known = this.known.get(union);
    if (known !== undefined) return known;
    const places = new Map<string, number[]>();
    const put = (key: string, index: number) => {
      const list = places.get(key);
      if (list === undefined) places.set(key, [index]);
      else list.push(index);
    };
    for (const [index, branch] of union.branches.entries()) {
      put(isNamed(branch) ? `name ${simpleName(branch.name)}` : branch.type, index);
      if (isNamed(branch)) for (const alias of branch.aliases) put(`alias ${alias}`, index);
    }
    this.known.set(union, places);
    return places;
  }
}

const SAME_NAME = 0;
const ALIAS = 1;
const SIMPLE_NAME = 2;
const SAME_TYPE = 3;
const PROMOTED = 4;
const WITHIN = 5;

/** The types that one is promoted to. */
export function promotions(type: Type): readonly Type['type'][] {
  switch (type.type) {
    case 'int':
      return ['long', 'float', 'double'];
    case 'long':
      return ['float', 'double'];
    case 'float':
      return ['double'];
    case 'string':
      return ['bytes'];
    case 'bytes':
      return ['string'];
    default:
      return [];
  }
}
