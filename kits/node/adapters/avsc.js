'use strict';

/**
 * @typedef {object} Settings of containers
 * @property {string} compression
 * @property {number} block_bytes
 */

/**
 * The adapter of a library with avsc's interface. A contestant extends it by its name, its version, and what it does
 * before the clock.
 *
 * @param {any} avsc
 */
function adapter(avsc) {
  const { BlockDecoder, BlockEncoder } = avsc.streams;

  return class {
    static wrappedUnions = 'ambiguous';

    /** @param {string} schemaText an Avro schema, JSON */
    constructor(schemaText) {
      this.type = avsc.Type.forSchema(JSON.parse(schemaText));
      /** Of BlockDecoder. @type {object} */
      this.decoding = {};
      /** Of BlockEncoder. @type {object} */
      this.encoding = {};
    }

    /** @param {Settings} settings */
    configure({ compression: codec, block_bytes: blockSize }) {
      this.encoding = { blockSize, writeHeader: 'always', codec };
    }

    /** @param {any} record */
    encode(record) {
      return this.type.toBuffer(record);
    }

    /** @param {Uint8Array} bytes */
    decode(bytes) {
      return this.type.fromBuffer(bytes);
    }

    /**
     * @param {any[]} records
     * @returns {Promise<Uint8Array>}
     */
    write(records) {
      return new Promise((resolve, reject) => {
        const encoder = new BlockEncoder(this.type, this.encoding);
        /** @type {Uint8Array[]} */
        const chunks = [];
        encoder.on('data', (/** @type {Uint8Array} */ chunk) => chunks.push(chunk));
        encoder.on('end', () => resolve(Buffer.concat(chunks)));
        encoder.on('error', reject);
        let next = 0;
        // Writes until the encoder has enough for now, as streams want it.
        const fill = () => {
          while (next < records.length && encoder.write(records[next++]));
          if (next === records.length) encoder.end();
        };
        encoder.on('drain', fill);
        fill();
      });
    }

    /**
     * @param {Uint8Array} bytes
     * @param {(record: any) => void} take
     * @returns {Promise<void>}
     */
    read(bytes, take) {
      return new Promise((resolve, reject) => {
        const decoder = new BlockDecoder(this.decoding);
        decoder.on('data', take).on('end', resolve).on('error', reject);
        decoder.end(bytes);
      });
    }

    canonical() {
      return JSON.stringify(this.type.schema());
    }

    /**
     * @param {string} writer a schema, JSON
     * @param {Uint8Array} bytes
     */
    resolve(writer, bytes) {
      const resolver = this.type.createResolver(avsc.Type.forSchema(JSON.parse(writer)));
      return this.type.fromBuffer(bytes, resolver);
    }

    /** @param {string} text */
    fromJson(text) {
      return this.type.fromString(text);
    }

    /** @param {any} record */
    toJson(record) {
      return this.type.toString(record);
    }
  };
}

module.exports = { adapter };
