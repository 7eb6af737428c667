import type { EnumType, Type } from '../schema/types.js';
import { fromLatin1, toUtf8, type Sink } from '../wire/sink.js';
import { doubleOf, floatOf, longOf, UNUSUAL } from './number.js';
import type { Json } from './value.js';

/** Writes what JSON says of a type without parts; false if it is no value of it. */
export function writeScalar(type: Type, json: Json, out: Sink): boolean {
  switch (type.type) {
    case 'null':
      return json.kind === 'null';
    case 'boolean':
      if (json.kind === 'boolean') out.byte(json.value ? 1 : 0);
      return json.kind === 'boolean';
    case 'int':
    case 'long': {
      const value = json.kind === 'number' ? longOf(json.text) : undefined;
      if (value === undefined || (type.type === 'int' && (Number(value) | 0) !== value)) return false;
      out.long(value);
      return true;
    }
    case 'float':
    case 'double': {
      const isFloat = type.type === 'float';
      let value: number | undefined;
      if (json.kind === 'number') value = isFloat ? floatOf(json.text) : doubleOf(json.text);
      else if (json.kind === 'string') value = UNUSUAL.get(json.value);
      if (value === undefined) return false;
      if (isFloat) out.float(value);
      else out.double(value);
      return true;
    }
    case 'string':
      if (json.kind === 'string') out.run(toUtf8(json.value));
      return json.kind === 'string';
    case 'bytes':
    case 'fixed': {
      if (json.kind !== 'string' || (type.type === 'fixed' && json.value.length !== type.size)) return false;
      const bytes = fromLatin1(json.value);
      if (bytes === undefined) return false;
      if (type.type === 'bytes') out.run(bytes);
      else out.bytes(bytes);
      return true;
    }
    case 'enum': {
      const index = json.kind === 'string' ? placeOf(type, json.value) : undefined;
      if (index !== undefined) out.long(index);
      return index !== undefined;
    }
    default:
      return false;
  }
}

/** Looked up: a default or a document may have hundreds of thousands of the last of as many symbols. */
const places = new WeakMap<EnumType, Map<string, number>>();

function placeOf(type: EnumType, symbol: string): number | undefined {
  const known = places.get(type) ?? new Map(type.symbols.map((one, place) => [one, place]));
  places.set(type, known);
  return known.get(symbol);
}
