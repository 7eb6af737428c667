'use strict';

/** @import { Codec, ContainerSettings, Snappy, Step } from './types' */

const zlib = require('node:zlib');
const { KitError } = require('./errors');

/** @typedef {(bytes: Buffer) => Uint8Array} Change */

const CHECKSUM_BYTES = 4;

/**
 * The compression of a container's blocks, for libraries that take it as functions of the user's. It is done in the
 * calling thread, as that of the other languages is, with what Node has and, for snappy, the package named so.
 *
 * @param {ContainerSettings} settings
 * @param {Snappy} snappy the package
 * @returns {Codec}
 * @throws {KitError} `unsupported`
 */
function makeCodec({ compression, level }, snappy) {
  switch (compression) {
    case 'null':
      return inCallbackForm(
        (bytes) => bytes,
        (bytes) => bytes,
      );
    case 'deflate':
      return deflate(level);
    case 'snappy':
      return inCallbackForm(
        (bytes) => withChecksum(snappy.compressSync(bytes), bytes),
        (bytes) => checked(snappy.uncompressSync(bytes.subarray(0, -CHECKSUM_BYTES)), bytes),
      );
    case 'zstandard':
      return zstandard(level);
    default:
      throw new KitError('unsupported', `no codec ${compression}`);
  }
}

/** @type {(level: number|null) => Codec} */
function deflate(level) {
  const options = { level: level ?? zlib.constants.Z_DEFAULT_COMPRESSION };
  return inCallbackForm(
    (bytes) => zlib.deflateRawSync(bytes, options),
    (bytes) => zlib.inflateRawSync(bytes),
  );
}

/** @type {(level: number|null) => Codec} */
function zstandard(level) {
  if (zlib.zstdCompressSync === undefined) {
    throw new KitError('unsupported', `Node.js ${process.versions.node} has no zstandard; 22.15 has`);
  }
  const options = level === null ? {} : { params: { [zlib.constants.ZSTD_c_compressionLevel]: level } };
  return inCallbackForm(
    (bytes) => zlib.zstdCompressSync(bytes, options),
    (bytes) => zlib.zstdDecompressSync(bytes),
  );
}

// Avro ends a snappy block with the CRC-32 of the uncompressed data.
/** @type {(compressed: Uint8Array, bytes: Buffer) => Buffer} */
function withChecksum(compressed, bytes) {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(zlib.crc32(bytes));
  return Buffer.concat([compressed, checksum]);
}

/** @type {(bytes: Buffer, block: Buffer) => Buffer} */
function checked(bytes, block) {
  const checksum = block.readUInt32BE(block.length - CHECKSUM_BYTES);
  if (zlib.crc32(bytes) !== checksum) throw new Error('the checksum of a snappy block is wrong');
  return bytes;
}

/** @type {(compress: Change, decompress: Change) => Codec} */
function inCallbackForm(compress, decompress) {
  return { compress: callingBack(compress), decompress: callingBack(decompress) };
}

/** @type {(step: Change) => Step} */
function callingBack(step) {
  return (bytes, done) => {
    let result;
    try {
      result = step(bytes);
    } catch (error) {
      done(/** @type {Error} */ (error));
      return;
    }
    done(null, result);
  };
}

module.exports = { makeCodec };
