'use strict';

// Makes the script of the page: the Node kit's code, with this kit's host in the place of Node's, and the adapter.

const path = require('node:path');
const esbuild = require('esbuild');

const NODE_KIT = path.resolve(__dirname, '../node');

// What libraries for Node ask for and a browser has not, by the packages that bundlers customarily put in its place.
/** @type {Object<string, string>} */
const STAND_INS = { buffer: 'buffer/', events: 'events/', stream: 'stream-browserify', util: 'util/' };
// What they ask for and never use while they encode or decode.
const UNUSED = ['fs', 'path', 'snappy', 'zlib'];

/**
 * @param {string} adapter path of adapter.js in the contestant's folder
 * @param {string} out path of the script to be written
 * @param {string} packages the folder with the kit's packages
 */
async function bundle(adapter, out, packages) {
  /** @type {import('esbuild').Plugin} */
  const replace = {
    name: 'assay',
    setup(build) {
      build.onResolve({ filter: /^assay:adapter$/ }, () => ({ path: path.resolve(adapter) }));
      build.onResolve({ filter: /^\.\/host$/ }, ({ resolveDir }) =>
        resolveDir === NODE_KIT ? { path: path.join(__dirname, 'host.js') } : undefined,
      );
      const standIns = new RegExp(`^(${Object.keys(STAND_INS).join('|')})$`);
      build.onResolve({ filter: standIns }, ({ path: name }) => ({
        path: require.resolve(STAND_INS[name], { paths: [packages] }),
      }));
      build.onResolve({ filter: new RegExp(`^(${UNUSED.join('|')})$`) }, ({ path: name, resolveDir }) =>
        // A package may map the name to another file for browsers; what is left is nothing.
        resolveDir.startsWith(path.dirname(path.resolve(adapter))) ? { path: name, namespace: 'unused' } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
  await esbuild.build({
    entryPoints: [path.join(__dirname, 'page.js')],
    outfile: out,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'chrome140',
    define: { 'process.env.NODE_DEBUG': 'undefined' },
    plugins: [replace],
    nodePaths: [path.join(packages, 'node_modules')],
    logLevel: 'warning',
  });
}

const [, , ADAPTER, OUT, PACKAGES, ...rest] = process.argv;
if (PACKAGES === undefined || rest.length > 0) {
  console.error('usage: node bundle.js ADAPTER OUT PACKAGES');
  process.exit(2);
}
bundle(ADAPTER, OUT, PACKAGES).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
