// What the compiler makes of a schema's literal: checked by tsc, and never run.

import {
  bytesOfRecords,
  FileBytes,
  fileChunks,
  fileOf,
  Schema,
  singleObject,
  type Bytes,
  type FileStream,
  type InputOf,
  type ValueOf,
} from 'ingot';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : ['the types differ']): void {}

const teas = Schema.parse({
  type: 'record',
  name: 'shop.Tea',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'grams', type: ['null', 'long'], default: null },
    { name: 'kind', type: { type: 'enum', name: 'Kind', symbols: ['GREEN', 'BLACK'] } },
    { name: 'tags', type: { type: 'array', items: 'string' } },
    { name: 'notes', type: { type: 'map', values: ['double', 'shop.Kind'] } },
    { name: 'hash', type: { type: 'fixed', name: 'Hash', size: 4 } },
    { name: 'next', type: ['null', 'Tea'] },
  ],
});

const tea = teas.decode(new Uint8Array());
same<typeof tea.name, string>();
same<typeof tea.grams, number | bigint | null>();
same<typeof tea.kind, 'GREEN' | 'BLACK'>();
same<typeof tea.tags, string[]>();
same<typeof tea.notes, { [key: string]: number | 'GREEN' | 'BLACK' }>();
same<typeof tea.hash, Bytes>();
if (tea.next !== null && tea.next.next !== null) same<typeof tea.next.next.name, string>();

teas.encode({ name: 'oolong', kind: 'BLACK', tags: [], notes: {}, hash: new Uint8Array(4), next: null });
teas.encode({ ...tea, grams: undefined });
// @ts-expect-error -- no such symbol
teas.encode({ ...tea, kind: 'RED' });
// @ts-expect-error -- a field without a default
teas.encode({ kind: 'BLACK', tags: [], notes: {}, hash: new Uint8Array(4), next: null });

const literal = { type: 'array', items: ['int', { type: 'record', name: 'Empty', fields: [] }] } as const;
same<ValueOf<typeof literal>, (number | {})[]>();
same<InputOf<{ type: 'int'; logicalType: 'date' }>, number>();

const unknown = Schema.parse('"int"').decode(new Uint8Array());
same<typeof unknown, unknown>();
const given = Schema.parse<{ a: number }>('{}', { longs: 'bigint' });
same<ReturnType<typeof given.decode>, { a: number }>();
for (const _ of new FileBytes(fileOf(teas, [tea]), { schema: teas, tolerance: 'nothing' }));
const read = teas.resolve(given).decode(new Uint8Array());
same<typeof read, typeof tea>();

// A name means the type of its own namespace, and one without a namespace where there is none.
const spaces = {
  type: 'record',
  name: 'R',
  namespace: 'a.b',
  fields: [
    { name: 'kind', type: { type: 'enum', name: 'E', symbols: ['A'] } },
    { name: 'same', type: 'E' },
    {
      name: 'other',
      type: {
        type: 'record',
        name: 'c.Q',
        fields: [
          { name: 'hash', type: { type: 'fixed', name: 'E', size: 3 } },
          { name: 'same', type: 'E' },
          { name: 'kind', type: 'a.b.E' },
          { name: 'bare', type: { type: 'enum', name: '.F', symbols: ['B'] } },
          { name: 'again', type: 'F' },
          { name: 'whole', type: ['null', 'a.b.R'] },
        ],
      },
    },
  ],
} as const;
type Spaces = ValueOf<typeof spaces>;
same<Spaces['same'], 'A'>();
same<Spaces['other']['same'], Bytes>();
same<Spaces['other']['kind'], 'A'>();
same<Spaces['other']['again'], 'B'>();
same<NonNullable<Spaces['other']['whole']>['other']['same'], Bytes>();
same<InputOf<typeof spaces>['other']['same'], Uint8Array>();
same<ValueOf<'bytes'>, Bytes>();
same<InputOf<'bytes'>, Uint8Array>();

// What the compiler knows too little of has values of any kind.
const parsed = Schema.parse(JSON.parse('"int"'));
parsed.encode(5);
parsed.decode(new Uint8Array());
const worded = Schema.parse({ type: 'int' as string });
same<ReturnType<typeof worded.decode>, unknown>();

// Records of files are of any kind until they are said to be some.
interface Leaf {
  grams: number;
  note?: string;
}
const leaves = Schema.parse<Leaf>('{"type": "record", "name": "Leaf", "fields": [{"name": "grams", "type": "int"}]}');
leaves.encode({ grams: 5 });
// @ts-expect-error -- a field may be left out, but is not `undefined`
leaves.encode({ grams: 5, note: undefined });
for (const leaf of new FileBytes(fileOf(leaves, [])) as Iterable<Leaf>) same<typeof leaf.grams, number>();
async function later(file: FileStream): Promise<void> {
  for await (const leaf of file as AsyncIterable<Leaf>) same<typeof leaf, Leaf>();
}
void later;

// Bytes that the package makes go where shared memory may not; those that are parts of what it was given may be shared.
async function sent(bytes: Bytes, stream: ReadableStream<Leaf>, given: Uint8Array): Promise<void> {
  same<typeof bytes, Uint8Array<ArrayBuffer>>();
  new Blob([bytes, leaves.encode({ grams: 5 }), leaves.encodeMany([]), fileOf(leaves, []), tea.hash]);
  for await (const chunk of fileChunks(leaves, [{ grams: 5 }])) new Blob([chunk]);
  new WebSocket('wss://example.org').send(leaves.encodeSingleObject({ grams: 5 }));
  await fetch('https://example.org', { method: 'POST', body: leaves.encodeRegistry(1, { grams: 5 }) });
  await crypto.subtle.digest('SHA-256', leaves.encode({ grams: 5 }));
  new Blob([leaves.fingerprintMd5(), leaves.fingerprintSha256()]);
  new Response(stream.pipeThrough(bytesOfRecords(leaves)).pipeThrough(new CompressionStream('gzip')));
  // @ts-expect-error -- a part of a message of the caller's
  new Blob([singleObject(given).datum]);
  // @ts-expect-error -- a file's marker, of a Buffer a part of it
  new Blob([new FileBytes(given).sync]);
}
void sent;
// @ts-expect-error -- no such option
Schema.parse('"int"', { unions: 'other' });
// @ts-expect-error -- an option that is left out is not `undefined`
Schema.parse('"int"', { longs: undefined });
