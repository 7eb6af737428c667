import { PbfReader, PbfWriter } from 'pbf';
import messages from './messages.cjs';
import * as schema from './schema.js';
import version from './version.cjs';

const { ROOT, fromMessage, toMessage } = messages;
const name = ROOT.slice(ROOT.lastIndexOf('.') + 1);
const read = schema[`read${name}`];
const write = schema[`write${name}`];

/** The domain value is the object that the compiled code reads and writes. */
export class Adapter {
  static library = 'pbf';

  static version = version;

  writer = new PbfWriter();

  fromPlain(plain) {
    return toMessage(plain);
  }

  toPlain(object) {
    return fromMessage(object);
  }

  encode(object) {
    this.writer.pos = 0;
    write(object, this.writer);
    // finish() would take what the buffer has left from the writer.
    return this.writer.buf.slice(0, this.writer.pos);
  }

  decode(bytes) {
    return read(new PbfReader(bytes));
  }
}
