'use strict';

// The package does not export its package.json, and this file finds it in Node and in a bundle alike.
module.exports = require('./node_modules/@protobuf-ts/runtime/package.json').version;
