'use strict';

const js = require('@eslint/js');
const globals = require('globals');

module.exports = [
  js.configs.recommended,
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: { ecmaVersion: 2023, sourceType: 'commonjs', globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    // ES modules, as their package.json says: pbf, what protobuf-ts makes, and Ingot are published so.
    files: ['contestants/node/{pbf,protobuf-ts}/*.js', 'ingot/javascript/**/*.js'],
    languageOptions: { sourceType: 'module' },
  },
  {
    // These run in the page, and the driver hands functions to it.
    files: ['kits/browser/{page,host,driver}.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    // Modules of a page, which the report joins into one script.
    files: ['lab/assay/report/page/*.js'],
    languageOptions: { sourceType: 'module', globals: globals.browser },
  },
];
