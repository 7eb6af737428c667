// What the kit and its adapters are to each other (README.md), for `tsc --checkJs`. Nothing of it is there at run time.

/** What a library, or a parsed JSON text, holds: the schema says what that is, and the kit looks before it trusts. */
export type Value = any;
export type Convert = (value: Value) => Value;
export type Take = (value: Value) => void;
export type Maybe<T> = T | Promise<T>;

export type Session = InstanceType<typeof import('./session').Session>;
export type StoreSession = InstanceType<typeof import('./store_session').StoreSession>;
export type Setting = InstanceType<typeof import('./store_setting').Setting>;
export type Tools = ReturnType<typeof import('./tools').toolsFor>;
export type StoreTools = typeof import('./stores').TOOLS;

/** What the kit takes from where it runs: host.js, and in a page that of the browser's kit. */
export interface Host {
  readonly runtime: string;
  /** Prepares for the adapter's class before it is used. */
  prepare(Adapter: AdapterClass): void;
  readFile(path: string): Uint8Array;
  writeFile(path: string, content: Uint8Array): void;
  now(): bigint;
  /** The fewest nanoseconds by which the clock goes on, where that is more than its reading costs. */
  clockStepNs(): number;
  /** Nanoseconds of processor time that the whole process has had; at once where `readsCpuAtOnce`. */
  cpuNs(): Maybe<number>;
  readonly readsCpuAtOnce: boolean;
  isProxy(value: Value): boolean;
  isUint8Array(value: Value): boolean;
  /** Whether it is bytes of the library's class or Uint8Array, and of no class derived from them. */
  isFlatBytes(value: Value): boolean;
  /** One line for messages; calls nothing of the value's own. */
  describe(value: Value): string;
  copyBytes(bytes: Uint8Array): Uint8Array;
  concatBytes(pieces: Uint8Array[]): Uint8Array;
  compareBytes(a: Uint8Array, b: Uint8Array): number;
  toBytes(text: string): Uint8Array;
  toText(bytes: Uint8Array): string;
  toHex(bytes: Uint8Array): string;
  fromHex(text: string): Uint8Array;
  toBase64(bytes: Uint8Array): string;
  fromBase64(text: string): Uint8Array;
  makeCodec(settings: ContainerSettings, snappy: Snappy): Codec;
}

export interface ContainerSettings {
  compression: string;
  level: number | null;
  block_bytes: number;
}

/** Calls `done` before it returns. */
export type Step = (bytes: Buffer, done: (error: Error | null, result?: Uint8Array) => void) => void;
export interface Codec {
  compress: Step;
  decompress: Step;
}
export interface Snappy {
  compressSync(bytes: Uint8Array): Buffer;
  uncompressSync(bytes: Uint8Array): Buffer;
}

export interface Encoder {
  encode(record: Value): Uint8Array;
}
export interface Decoder {
  decode(bytes: Uint8Array): Value;
}
export interface Writer {
  write(records: Value[]): Maybe<Uint8Array>;
}
export interface Reader {
  read(container: Uint8Array, take: Take): Maybe<void>;
}

/** A codec's adapter does the operations whose methods it has. */
export interface Adapter extends Partial<Encoder & Decoder & Writer & Reader> {
  configure?(settings: ContainerSettings, makeCodec: (snappy: Snappy) => Codec): void;
  fromPlain?: Convert;
  toPlain?: Convert;
  /** Of `conform`; all of them may be missing. */
  canonical?(): string;
  resolve?(writer: string, bytes: Uint8Array): Value;
  fromJson?(text: string): Value;
  toJson?(record: Value): string;
  singleObject?(bytes: Uint8Array): Value;
}
export interface AdapterClass {
  new (schemaText: string, tools: Tools): Adapter;
  prototype: Adapter;
  library: string;
  version: string;
  wrappedUnions?: 'none' | 'ambiguous' | 'all';
  Buffer?: Function;
}

export interface Sample {
  pass: number;
  index: number;
}
export interface Watch {
  start(): void;
  stop(): void;
}

/** `takes` and `gives`: of one record, but for a container, which holds all. */
interface Row {
  name: string;
  takes: 'records' | 'encoded' | 'container';
  gives: 'encoded' | 'values' | 'readings' | 'container';
  method?: string;
}
/** What `access` is done with. */
export interface FieldReader {
  adapter: Decoder;
  read(value: Value): number;
}
/** Is done record by record: `stretch` is the measured loop over some. */
export interface RecordOperation extends Row {
  stretch(adapter: Adapter | FieldReader, items: Value[], from: number, to: number): Value;
}
/** Is done on a whole container: `passes` is the measured loop, `outputs` does it once. */
export interface ContainerOperation extends Row {
  passes(session: Session, passes: number, sample: Value): Promise<Value>;
  outputs(session: Session, maximum: number): Promise<Value[]>;
}
export type Operation = RecordOperation | ContainerOperation;

/** The key of a request: whether its value will do, and what it has to be. */
export interface Check {
  test(value: Value): boolean;
  what: string;
}
export interface Checks {
  [key: string]: Check;
}
export interface Files {
  records: string;
  encoded: string | null;
  container: string | null;
  count: number;
}
export interface LoadFiles extends Files {
  schema: string;
  resolved: string;
  settings: ContainerSettings | null;
}
export interface ConformRequest {
  ask: string;
  schema: string;
  resolved: string;
  input: string;
  texts: number;
  writer: string | null;
  settings: ContainerSettings | null;
}
export interface ConformReply {
  found: string[];
  misfit?: string;
}
export interface SampleOptions {
  operation: string;
  seed: number;
  samples: number;
  output: string | null;
}
export interface MeasureOptions extends SampleOptions {
  min_batch_ns: number;
  threads: number;
}
export interface Batch {
  passes: number;
  records: number;
  wall_ns: number;
  cpu_ns: number;
  digest: string | null;
  allocated_bytes: null;
  gc_ns: null;
}

export type Pair = [key: string, document: Value];

/** A store's adapter does the operations for which the kit finds a method to call (store_operations.js). */
export interface Store {
  open(folder: string, create: boolean): Maybe<void>;
  close(): Maybe<void>;
  flush(): Maybe<void>;
  put?(pairs: Pair[]): Maybe<void>;
  update?(pairs: Pair[]): Maybe<void>;
  delete?(keys: string[]): Maybe<void>;
  write?(operation: string, items: Pair[] | string[]): Maybe<void>;
  scan(take: Take): Maybe<void>;
  get(key: string): Value;
  getMany?(keys: string[]): Maybe<Value[]>;
  filter?(field: string, minimum: number, maximum: number, take: Take): Maybe<void>;
  project?(fields: string[], take: Take): Maybe<void>;
}
export interface StoreClass {
  new (setting: Setting, tools: StoreTools): Store;
  prototype: Store;
  library: string;
  version: string;
  /** What the library binds, with its version and the options of its build that matter. */
  engine?(tools: StoreTools): string;
}
export interface StoreOperation {
  name: string;
  /** The method that does it: its own, or what the kit makes it of. */
  method(store: Store): Function | undefined;
  keys: Checks;
  run(session: StoreSession, request: Value, operation: StoreOperation): Promise<StepReply>;
}
export interface StepReply {
  ns: { [part: string]: number };
  count: number;
}
export interface Way {
  key: string;
  durability: string;
  boundary: string;
}
export interface Batches {
  size: number;
  shuffle: string;
  buffer: number;
  epochs: number;
  seed: number;
}
