'use strict';

const zlib = require('node:zlib');
const { KitError } = require('./errors');

const CHECKSUM_BYTES = 4;

/**
 * The compression of a container's blocks, for libraries that take it as functions of the user's. It is done in the
 * calling thread, as that of the other languages is, with what Node has and, for snappy, the package named so.
 *
 * @typedef {(bytes: Buffer, done: (error: Error|null, result: Buffer) => void) => void} Step calls `done` before it
 *   returns
 *
 * @param {{compression: string, level: number|null}} settings
 * @param {{compressSync: Function, uncompressSync: Function}} snappy the package
 * @returns {{compress: Step, decompress: Step}}
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

function deflate(level) {
  const options = { level: level ?? zlib.constants.Z_DEFAULT_COMPRESSION };
  return inCallbackForm(
    (bytes) => zlib.deflateRawSync(bytes, options),
    (bytes) => zlib.inflateRawSync(bytes),
  );
}

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
function withChecksum(compressed, bytes) {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(zlib.crc32(bytes));
  return Buffer.concat([compressed, checksum]);
}

function checked(bytes, block) {
  const checksum = block.readUInt32BE(block.length - CHECKSUM_BYTES);
  if (zlib.crc32(bytes) !== checksum) throw new Error('the checksum of a snappy block is wrong');
  return bytes;
}

function inCallbackForm(compress, decompress) {
  return { compress: callingBack(compress), decompress: callingBack(decompress) };
}

function callingBack(step) {
  return (bytes, done) => {
    let result;
    try {
      result = step(bytes);
    } catch (error) {
      done(error);
      return;
    }
    done(null, result);
  };
}

module.exports = { makeCodec };
