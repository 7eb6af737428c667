import { DecodeError } from '../error.js';
import { bytesOf } from '../wire/bytes.js';

/** Messages: a datum behind a mark that says which schema it has. */

export const SINGLE_HEAD = 10;
export const REGISTRY_HEAD = 5;

/** The head of a single object: C3 01, and the fingerprint with its lowest byte first. */
export function singleObjectHead(fingerprint: bigint): Uint8Array {
  const head = new Uint8Array(SINGLE_HEAD);
  head.set([0xc3, 0x01]);
  new DataView(head.buffer).setBigUint64(2, fingerprint, true);
  return head;
}

/**
 * The fingerprint of a single object's schema, and its datum.
 *
 * @throws DecodeError of the kind `framing-invalid`
 */
export function singleObject(message: Uint8Array): { fingerprint: bigint; datum: Uint8Array } {
  message = bytesOf(message);
  if (message[0] !== 0xc3 || message[1] !== 0x01 || message.length < SINGLE_HEAD) {
    const wanted = 'no single object: it begins with C3 01 and a fingerprint';
    throw new DecodeError('framing-invalid', wanted, '', 0);
  }
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  return { fingerprint: view.getBigUint64(2, true), datum: message.subarray(SINGLE_HEAD) };
}

/** The head of a message of a schema registry: a zero byte, and the schema's number with its highest byte first. */
export function registryHead(id: number): Uint8Array {
  if (!Number.isInteger(id) || id < 0 || id > 0xffffffff) throw new RangeError(`${id} is no number of a schema`);
  const head = new Uint8Array(REGISTRY_HEAD);
  new DataView(head.buffer).setUint32(1, id);
  return head;
}

/**
 * The number of a registry message's schema, and its datum.
 *
 * @throws DecodeError of the kind `framing-invalid`
 */
export function registryMessage(message: Uint8Array): { id: number; datum: Uint8Array } {
  message = bytesOf(message);
  if (message[0] !== 0 || message.length < REGISTRY_HEAD) {
    const wanted = 'no message of a schema registry: it begins with a zero byte and a number of four bytes';
    throw new DecodeError('framing-invalid', wanted, '', 0);
  }
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  return { id: view.getUint32(1), datum: message.subarray(REGISTRY_HEAD) };
}

/** The datum of a single object of this schema. */
export function ownSingleObject(message: Uint8Array, own: bigint): Uint8Array {
  const { fingerprint, datum } = singleObject(message);
  if (fingerprint === own) return datum;
  const [found, wanted] = [fingerprint, own].map((print) => print.toString(16).padStart(16, '0'));
  throw new DecodeError('schema-unknown', `a single object of the schema ${found}, not ${wanted}`, '', 2);
}

/** The datum of a registry message of the schema of this number. */
export function ownRegistryMessage(message: Uint8Array, own: number): Uint8Array {
  const { id, datum } = registryMessage(message);
  if (id === own) return datum;
  throw new DecodeError('schema-unknown', `a message of the schema ${id}, not ${own}`, '', 1);
}

/** What reads a datum gives, with its errors' offsets as they are in the message. */
export function behind<T>(head: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { kind, reason, path, offset } = error;
    throw new DecodeError(kind, reason, path, offset === undefined ? undefined : offset + head);
  }
}
