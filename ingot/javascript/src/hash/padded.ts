/** Bytes with the end that MD5 and SHA-256 put behind them: a bit, zeros, and the length in bits. */
export function padded(bytes: Uint8Array, littleEndian: boolean): DataView {
  const out = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  new Uint8Array(out.buffer).set(bytes);
  out.setUint8(bytes.length, 0x80);
  out.setBigUint64(out.byteLength - 8, BigInt(bytes.length) * 8n, littleEndian);
  return out;
}
