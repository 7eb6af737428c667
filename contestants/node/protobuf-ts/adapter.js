import messages from './messages.cjs';
import * as schema from './schema.js';
import version from './version.cjs';

const { ROOT, fromMessage, toMessage } = messages;
const name = ROOT.slice(ROOT.lastIndexOf('.') + 1);
// A name that JavaScript has a use for gets a `$`.
const Root = schema[name] ?? schema[`${name}$`];

/** The domain value is an object of the interface that the generated code has for a message. */
export class Adapter {
  static library = '@protobuf-ts/runtime';

  static version = version;

  fromPlain(plain) {
    return toMessage(plain);
  }

  toPlain(message) {
    return fromMessage(message);
  }

  encode(message) {
    return Root.toBinary(message);
  }

  decode(bytes) {
    return Root.fromBinary(bytes);
  }
}
