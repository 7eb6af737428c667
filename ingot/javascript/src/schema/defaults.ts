import { defaultOf } from '../data/exact.js';
import { Readings } from '../data/reading.js';
import { shown, type DecodeError } from '../error.js';
import { Fault } from '../json/read.js';
import { writeScalar } from '../json/scalars.js';
import { said, type Json, type Member } from '../json/value.js';
import { MOST_SCHEMA_DEPTH, type SchemaLimits } from '../limits.js';
import { settingsOf } from '../options.js';
import { Sink, toUtf8 } from '../wire/sink.js';
import { described, type Field, type RecordType, type Type } from './types.js';

/** Checks all defaults in full, each once, and makes bytes of them: what is written, and what a reader reads. */
export function makeDefaults(types: readonly Type[], limits: SchemaLimits, tell: (fault: Fault) => void): void {
  const defaults = new Defaults(limits);
  const readings = new Readings(settingsOf({}));
  for (const type of types) {
    if (type.type !== 'record') continue;
    for (const field of type.fields) {
      if (field.default === undefined) continue;
      try {
        const made = defaults.ofField(field, field.default.json);
        field.default.made = made.bytes;
        field.default.weight = made.weight;
        const read = readings.of(field.type);
        readings.finish();
        defaultOf(read, made.bytes, false);
        field.default.bytes = made.bytes;
      } catch (error) {
        // What is read only leniently is not written.
        if (error instanceof Fault) tell(error);
        else field.default.refused = `, and its default is refused: ${(error as DecodeError).reason}`;
      }
    }
  }
}

interface Made {
  bytes: Uint8Array;
  /** How many values there are, long texts counted as several. */
  weight: number;
}

class Defaults {
  private readonly known = new Map<Field, Made>();
  /** Fields whose defaults are being made: one that needs itself has no end. */
  private readonly open = new Set<Field>();
  private depth: number;
  private steps: number;
  private out = new Sink();
  private weight = 0;

  constructor(limits: SchemaLimits) {
    this.depth = Math.min(limits.depth, MOST_SCHEMA_DEPTH);
    this.steps = limits.defaultValues;
  }

  ofField(field: Field, json: Json): Made {
    this.step(json, 1);
    const known = this.known.get(field);
    if (known !== undefined) {
      this.step(json, known.weight);
      return known;
    }
    if (this.open.has(field)) throw invalid(json, `the default of ${shown(field.name)} needs itself`);
    const { out, weight } = this;
    [this.out, this.weight] = [new Sink(), 0];
    this.open.add(field);
    try {
      this.value(json, field.type);
      const made = { bytes: this.out.taken(), weight: this.weight + (this.out.length >> 5) };
      this.known.set(field, made);
      return made;
    } finally {
      this.open.delete(field);
      [this.out, this.weight] = [out, weight];
    }
  }

  private step(json: Json, steps: number): void {
    this.steps -= steps;
    if (this.steps >= 0) return;
    this.steps = 0;
    throw new Fault('limit-defaults', json.at, 'defaults make too many values');
  }

  private value(json: Json, type: Type): void {
    this.step(json, 1);
    this.weight++;
    this.enter(json);
    try {
      this.shaped(json, type);
    } finally {
      this.depth++;
    }
  }

  private enter(json: Json): void {
    if (this.depth === 0) throw new Fault('limit-depth', json.at, 'values of defaults are nested too deeply');
    this.depth--;
  }

  private shaped(json: Json, type: Type): void {
    if (type.type === 'union') return this.union(json, type.branches);
    if (type.type === 'record' && json.kind === 'object') return this.record(json, type, json.members);
    if (type.type === 'array' && json.kind === 'array') {
      if (json.items.length > 0) this.out.long(json.items.length);
      for (const item of json.items) this.value(item, type.items);
      return this.out.byte(0);
    }
    if (type.type === 'map' && json.kind === 'object') {
      if (json.members.length > 0) this.out.long(json.members.length);
      for (const { key, value } of json.members) {
        this.step(value, key.length >> 6);
        this.out.run(toUtf8(key));
        this.value(value, type.values);
      }
      return this.out.byte(0);
    }
    const text = json.kind === 'string' ? json.value : json.kind === 'number' ? json.text : '';
    // What cannot be of the type is not looked at.
    if (type.type === 'fixed' ? text.length === type.size : type.type !== 'null') this.step(json, text.length >> 6);
    if (writeScalar(type, json, this.out)) return;
    const wanted = type.type === 'fixed' ? `${type.name}, which has ${type.size} bytes` : described(type);
    throw invalid(json, `the default ${said(json)} is no value of ${wanted}`);
  }

  /** The first branch that takes the whole value. */
  private union(json: Json, branches: readonly Type[]): void {
    const { length } = this.out;
    const { weight } = this;
    for (const [index, branch] of branches.entries()) {
      try {
        this.out.long(index);
        return this.value(json, branch);
      } catch (error) {
        if (!(error instanceof Fault) || error.kind.startsWith('limit-')) throw error;
        this.out.length = length;
        this.weight = weight;
      }
    }
    throw invalid(json, `the default ${said(json)} is a value of no branch of the union`);
  }

  private record(json: Json, record: RecordType, members: readonly Member[]): void {
    // Each branch of a union may look at the members again.
    this.step(json, members.length >> 4);
    const given = new Map(members.map(({ key, value }) => [key, value]));
    for (const field of record.fields) {
      const value = given.get(field.name);
      if (value !== undefined) {
        given.delete(field.name);
        this.value(value, field.type);
      } else if (field.default !== undefined) {
        this.enter(json);
        try {
          const made = this.ofField(field, field.default.json);
          this.out.bytes(made.bytes);
          this.weight += made.weight;
        } finally {
          this.depth++;
        }
      } else {
        throw invalid(json, `the default of ${record.name} lacks the field ${field.name}`);
      }
    }
    for (const [key, value] of given) throw invalid(value, `${record.name} has no field ${shown(key)}`);
  }
}

function invalid(json: Json, message: string): Fault {
  return new Fault('default-invalid', json.at, message);
}
