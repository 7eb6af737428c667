'use strict';

// The package exports neither its version nor its package.json, and this file finds it in Node and in a bundle alike.
module.exports = require('./node_modules/pbf/package.json').version;
