import { chooserOf } from '../data/choose.js';
import { member } from '../json/value.js';
import { isTagged, type LogicalType as Converter, type Settings } from '../options.js';
import { schemaText } from '../schema/text.js';
import { partsOf, type Type as Node, type UnionType } from '../schema/types.js';
import { parsed } from './json.js';
import { made, type LogicalClass, type LogicalType } from './logical.js';
import type { ForSchemaOptions, Type } from './type.js';

/** A type of which there is a class: values are what the class makes of those of the base type. */
export interface Classed {
  /** The logical type. */
  readonly word: string;
  /** The object of the class that was made for this type. */
  readonly own: LogicalType;
  /** The type without the class. */
  base(): Type;
  /** Whether something is a value of the class, and the base type takes what it stands for. */
  takes(value: unknown): boolean;
}

/** The classes of users for logical types, which are found by the word alone, on whatever type it stands. */
export class Classes {
  /** What converts values, by the text of the type: an object of a class is made for one type. */
  readonly converters: Record<string, Converter> = {};
  private readonly known = new Map<string, Classed | undefined>();

  constructor(
    private readonly options: ForSchemaOptions,
    /** Makes the type of a text, for whose whole no class counts. */
    private readonly bare: (text: string) => Type,
  ) {}

  /** Gives the types of a schema, by which nothing is written yet, their classes; if `isBare`, the whole gets none. */
  put(root: Node, settings: Settings, isBare: boolean): ReadonlyMap<Node, Classed> {
    const all = new Set([root]);
    const found = new Map<Node, Classed>();
    for (const node of all) {
      for (const part of partsOf(node)) all.add(part);
      const json = member(node.properties, 'logicalType');
      if (json?.kind !== 'string' || this.classOf(json.value) === undefined || (isBare && node === root)) continue;
      const text = schemaText(node, () => true);
      if (!this.known.has(text)) this.known.set(text, this.make(json.value, text, node, settings));
      const classed = this.known.get(text);
      if (classed === undefined) continue;
      // What the specification makes of the word does not count beside the class.
      delete node.logical;
      node.custom = { word: text, attributes: node.properties };
      found.set(node, classed);
    }
    for (const node of all) if (node.type === 'union') chooseBy(node, found, settings);
    return found;
  }

  private classOf(word: string): LogicalClass | undefined {
    const { logicalTypes = {} } = this.options;
    return Object.hasOwn(logicalTypes, word) ? logicalTypes[word] : undefined;
  }

  /** Nothing where the class does not want the type: then that is without it, as in avsc. */
  private make(word: string, text: string, node: Node, settings: Settings): Classed | undefined {
    const Class = this.classOf(word)!;
    let bare: Type | undefined;
    const base = () => (bare ??= this.bare(text));
    let own: LogicalType;
    try {
      own = made(Class, parsed(text) as Record<string, unknown>, this.options, base);
    } catch (error) {
      if (this.options.assertLogicalTypes === true) throw error;
      return undefined;
    }
    this.converters[text] = {
      decode: (value) => own._fromValue(value),
      encode(value) {
        const written = own._toValue(value);
        if (written === undefined) throw new TypeError(`no value of the logical type ${word}`);
        return written;
      },
      // No value of the base type is taken for itself.
      is: () => true,
    };
    return { word, own, base, takes: takerOf(own, { ...node }, base, settings) };
  }
}

/** `node` is the type before the class counts. */
function takerOf(own: LogicalType, node: Node, base: () => Type, settings: Settings): Classed['takes'] {
  const alone: UnionType = { id: 0, type: 'union', branches: [node], properties: [], least: 0, height: 0 };
  const choose = chooserOf(alone, settings);
  const hasParts = partsOf(node).length > 0;
  return (value) => {
    const written = valueOf(own, value);
    // The chooser does not look at parts.
    return written !== undefined && choose(written) === 0 && (!hasParts || base().by.isValid(written));
  };
}

/** What stands for a value; nothing if it is none of the class. */
export function valueOf(own: LogicalType, value: unknown): unknown {
  try {
    return own._toValue(value);
  } catch {
    return undefined;
  }
}

/**
 * Has the branch of a union found as avsc does: by what the value looks like among those without a class, and by asking
 * all classes. These do not count where it is asked whether branches look alike.
 */
function chooseBy(union: UnionType, classed: ReadonlyMap<Node, Classed>, settings: Settings): void {
  const { branches } = union;
  const own = branches.flatMap((branch, index) => {
    const known = classed.get(branch);
    return known === undefined ? [] : [{ index, known }];
  });
  const others = { ...union, branches: branches.filter((branch) => !classed.has(branch)) };
  if (own.length === 0 || isTagged(others, settings)) return;
  const choose = chooserOf(others, settings);
  const places = others.branches.map((branch) => branches.indexOf(branch));
  union.choose = (value) => {
    let found = places[choose(value)] ?? -1;
    for (const { index, known } of own) {
      if (!known.takes(value)) continue;
      // As in avsc: any of them might be meant.
      if (found >= 0) throw new TypeError(`ambiguous conversion: logical type ${known.word} and another branch`);
      found = index;
    }
    return found;
  };
}
