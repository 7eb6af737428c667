'use strict';

// Stores that are plain files: written as a whole each time, and safe where the class of durability asks for it.

const fs = require('node:fs');
const path = require('node:path');

/**
 * The names of the files in a folder are on the device when this returns.
 *
 * @param {string} folder
 */
function syncFolder(folder) {
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

/**
 * Writes a file beside another, then puts it in its place: a reader finds the old or the new one, whole.
 *
 * @param {string} name of the file
 * @param {Uint8Array} content
 * @param {boolean} synced whether it has to be on the device when this returns
 */
function replaceFile(name, content, synced) {
  const beside = `${name}.new`;
  const file = fs.openSync(beside, 'w');
  fs.writeFileSync(file, content);
  if (synced) fs.fsyncSync(file);
  fs.closeSync(file);
  fs.renameSync(beside, name);
  if (synced) syncFolder(path.dirname(name));
}

module.exports = { replaceFile, syncFolder };
