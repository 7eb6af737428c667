import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Schema } from 'ingot';
import { Codec, linked, parseSchema } from 'ingot/codec';

import { tableOf } from '../dist/schema/table.js';
import { bytesOf, ENGINES, hex, HOSTILE, judged, rows, textOf, whole } from './rows.js';

test('schemas are read as the rows say', () => {
  const wrong = rows('schemas').flatMap((row) =>
    ['strict', 'lenient'].flatMap((verdict) =>
      judged(row, verdict, verdict, () => {
        const schema = Schema.parse(row.schema_text ?? whole(row, 'schema'), { lenient: verdict === 'lenient' });
        if (row.canonical === undefined) return undefined;
        const { crc64, md5, sha256 } = row.fingerprints;
        const right =
          schema.canonicalForm() === row.canonical &&
          schema.fingerprint().toString(16).padStart(16, '0') === crc64 &&
          hex(schema.fingerprintMd5()) === md5 &&
          hex(schema.fingerprintSha256()) === sha256;
        return right ? undefined : schema.canonicalForm();
      }),
    ),
  );
  assert.deepEqual(wrong, []);
});

/** Reads the bytes of a row and writes its value, in one engine. */
function check(row, engine) {
  const schema = Schema.parse(textOf(row, 'schema'), { unions: 'tagged', engine });
  const other = Schema.parse(textOf(row, 'schema'), { unions: 'tagged' });
  assert.equal(schema.engine, engine);
  const wrong = [];
  if (row.direction !== 'encode') {
    for (const verdict of ['strict', 'lenient']) {
      wrong.push(
        ...judged(row, verdict, `read, ${verdict}, ${engine}`, () => {
          const found = schema.decode(bytesOf(row, 'bytes'), { lenient: verdict === 'lenient' });
          if (row.value === undefined || row.replacement) return undefined;
          const due = other.fromJson(textOf(row, 'value'), { lenient: true });
          try {
            assert.deepStrictEqual(found, due);
          } catch {
            return `${JSON.stringify(String(found))} is not ${row.value}`;
          }
          if (verdict === 'strict' && schema.exactly.read > 0) return 'read by the exact reader';
          return undefined;
        }),
      );
    }
  }
  if (
    row.direction === 'decode' ||
    row.value === undefined ||
    (row.strict !== 'accept' && row.direction !== 'encode')
  ) {
    return wrong;
  }
  wrong.push(
    ...judged(row, 'strict', `written, ${engine}`, () => {
      const found = hex(schema.encode(written(other, row)));
      if (schema.exactly.written > 0) return 'written by the exact writer';
      return found === whole(row, 'bytes') ? undefined : found;
    }),
  );
  return wrong;
}

/** The value of a row as a user has it; one that is none of its schema comes as JSON has it. */
function written(schema, row) {
  try {
    return schema.fromJson(textOf(row, 'value'));
  } catch {
    const text = textOf(row, 'value');
    return /^-?\d{16,}$/.test(text) ? BigInt(text) : row.value;
  }
}

for (const engine of ENGINES) {
  test(`data are read and written as the rows say: ${engine}`, () => {
    const wrong = ['data', 'logical', ...HOSTILE.map((name) => `hostile/${name}`)].flatMap((file) =>
      rows(file).flatMap((row) => check(row, engine)),
    );
    assert.deepEqual(wrong, []);
  });

  test(`a schema that was read before reads and writes the same: ${engine}`, () => {
    const wrong = [...rows('data'), ...rows('logical'), ...HOSTILE.flatMap((name) => rows(`hostile/${name}`))].flatMap(
      (row) => {
        if (row.direction === 'encode') return [];
        const text = textOf(row, 'schema');
        const options = { unions: 'tagged', engine };
        const schema = Schema.parse(text, options);
        const codec = new Codec(linked(JSON.parse(JSON.stringify(tableOf(parseSchema(text))))), options);
        const bytes = bytesOf(row, 'bytes');
        if (row.strict !== 'accept') return judged(row, 'strict', 'read', () => void codec.decode(bytes));
        const value = codec.decode(bytes);
        assert.deepStrictEqual(value, schema.decode(bytes));
        return hex(codec.encode(value)) === hex(schema.encode(value)) ? [] : [`${row.id}: other bytes`];
      },
    );
    assert.deepEqual(wrong, []);
  });

  test(`every cut of every right datum is refused: ${engine}`, () => {
    for (const row of [...rows('data'), ...rows('logical')]) {
      if (row.strict !== 'accept') continue;
      const schema = Schema.parse(textOf(row, 'schema'), { engine });
      const bytes = bytesOf(row, 'bytes');
      for (let end = 0; end < bytes.length; end += end < 300 ? 1 : 97) {
        const cut = bytes.slice(0, end);
        assert.throws(() => schema.decode(cut), { kind: 'end-of-input' }, `${row.id} to ${end}`);
      }
    }
  });
}

test('JSON is read and written as the rows say', () => {
  const wrong = rows('json').flatMap((row) =>
    ['strict', 'lenient'].flatMap((verdict) =>
      judged(row, verdict, verdict, () => {
        const schema = Schema.parse(textOf(row, 'schema'), { unions: 'tagged' });
        const found = schema.fromJson(whole(row, 'json'), { lenient: verdict === 'lenient' });
        const due = schema.fromJson(textOf(row, 'value'));
        assert.deepStrictEqual(found, due);
        assert.deepStrictEqual(schema.fromJson(schema.toJson(found)), found);
        return undefined;
      }),
    ),
  );
  // Half a surrogate pair is already no JSON.
  const told = wrong.filter((line) => !line.startsWith('json/bad-string-lone-surrogate'));
  assert.deepEqual(told, []);
});

for (const engine of ENGINES) {
  /** A datum of the row's writer, read by its reader. */
  const resolved = (row, matching, lenient) => {
    const writer = Schema.parse(textOf(row, 'writer'));
    const reader = Schema.parse(textOf(row, 'reader'), { unions: 'tagged', engine });
    return reader.resolve(writer, matching).decode(bytesOf(row, 'bytes'), { lenient });
  };
  const valueOf = (row, key) => Schema.parse(textOf(row, 'reader'), { unions: 'tagged' }).fromJson(textOf(row, key));

  test(`data are read by other schemas as the rows say: ${engine}`, () => {
    const wrong = rows('resolution').flatMap((row) => {
      const found = ['strict', 'lenient'].flatMap((verdict) =>
        judged(row, verdict, verdict, () => {
          const lenient = verdict === 'lenient';
          const value = resolved(row, { lenient }, lenient);
          if (row[verdict] === 'accept' && row.value !== undefined)
            assert.deepStrictEqual(value, valueOf(row, 'value'));
          return undefined;
        }),
      );
      if (row.strict === 'accept' && row.value !== undefined) {
        const letter = row.by_the_letter === undefined ? 'value' : 'by_the_letter';
        assert.deepStrictEqual(resolved(row, { firstBranch: true }, false), valueOf(row, letter), row.id);
      }
      return found;
    });
    assert.deepEqual(wrong, []);
  });
}

test('messages are read and written as the rows say', () => {
  const wrong = rows('framing').flatMap((row) => {
    const schema = Schema.parse(textOf(row, 'schema'));
    const bytes = bytesOf(row, 'bytes');
    const { registry_id: id } = row;
    return judged(row, 'strict', 'read', () => {
      const found = id === undefined ? schema.decodeSingleObject(bytes) : schema.decodeRegistry(id, bytes);
      assert.deepStrictEqual(found, schema.fromJson(textOf(row, 'value')));
      const written = id === undefined ? schema.encodeSingleObject(found) : schema.encodeRegistry(id, found);
      return hex(written) === row.bytes ? undefined : hex(written);
    });
  });
  assert.deepEqual(wrong, []);
});
