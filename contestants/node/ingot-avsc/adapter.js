'use strict';

const { adapter } = require('assay-kit/avsc');
const avsc = require('ingot/avsc');

class Adapter extends adapter(avsc) {
  static library = 'ingot';

  static version = require('ingot/package.json').version;

  configure(settings, makeCodec) {
    makeCodec(); // refused by the kit's word where the runtime has no such codec; Ingot has its own
    super.configure(settings);
  }
}

module.exports = { Adapter };
