// Encoded values lie in memory that others lie in, too, which may be taken away with one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Schema } from 'ingot';

import { record } from './record.js';
import { ENGINES, hex } from './rows.js';

/** Takes the memory of bytes away, as a message to another thread does. */
const taken = (bytes) => structuredClone(bytes, { transfer: [bytes.buffer] });

for (const engine of ENGINES) {
  for (const bytes of ['Uint8Array', 'Buffer']) {
    const parse = (schema, options) => Schema.parse(schema, { engine, bytes, ...options });

    test(`memory that was taken away is not written into: ${engine}, ${bytes}`, () => {
      const schema = parse(record(['a', 'int'], ['b', 'string']));
      const due = '020678797a';
      assert.equal(hex(schema.encode({ a: 1, b: 'xyz' })), due);
      const before = schema.exactly.written;
      for (let time = 0; time < 3; time++) {
        assert.equal(hex(taken(schema.encode({ a: 1, b: 'xyz' }))), due);
        for (let more = 0; more < 3; more++) assert.equal(hex(schema.encode({ a: 1, b: 'xyz' })), due);
      }
      // Each time one value finds that the memory is gone.
      assert.equal(schema.exactly.written, before + 3);
      taken(schema.encode({ a: 1, b: 'xyz' }));
      assert.equal(hex(parse('"null"').encode(null)), '');
      taken(schema.encode({ a: 1, b: 'xyz' }));
      assert.throws(() => schema.encode({ a: 1, b: 5 }), { kind: 'value-invalid', path: 'b' });
      assert.equal(hex(schema.encode({ a: 1, b: 'xyz' })), due);
    });

    test(`memory that is taken away while a value is written: ${engine}, ${bytes}`, () => {
      const schema = parse(record(['a', 'int'], ['b', 'int'], ['c', 'string']));
      const numbers = parse(record(['a', 'int'], ['b', 'int']));
      let last = schema.encode({ a: 1, b: 2, c: '' });
      const value = {
        get a() {
          if (last.byteLength > 0) taken(last);
          return 3;
        },
        b: 4,
      };
      for (const c of ['', 'x'.repeat(50), 'é'.repeat(100_000)]) {
        last = schema.encode({ a: 1, b: 2, c: '' });
        assert.deepEqual(
          schema.decode(schema.encode(Object.defineProperty(value, 'c', { value: c, configurable: true }))),
          {
            a: 3,
            b: 4,
            c,
          },
        );
        last = schema.encode({ a: 1, b: 2, c: '' });
        assert.equal(hex(numbers.encode(value)), '0608');
      }
    });
  }
}
