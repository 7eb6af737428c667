'use strict';

/** @import { Pair, Setting } from './types' */

// What the stores on SQLite have in common, whichever library binds it: one table without rowid, and a write-ahead log.
// A commit syncs the log with synchronous=FULL, and leaves that to the operating system with OFF.

// KiB, with a minus; of all contestants on SQLite. It is better-sqlite3's own.
const CACHE = -16000;

// Options of a build that make it faster or slower, and that no pragma sets alike for all.
const TELLING = /^(COMPILER|DEFAULT_MEMSTATUS|DEFAULT_PAGE_SIZE|OMIT_LOOKASIDE|THREADSAFE)/;

/** @type {Object<string, string>} */
const SYNCHRONOUS = { D1: 'OFF', D2: 'FULL', D3: 'FULL' };

// Raw documents are blobs, and SQLite's functions of JSON want text.
const TEXT = 'CAST(document AS TEXT)';

/**
 * @param {Setting} setting
 * gives the name of the file, pragmas, statements; those that write with what one item binds
 */
function sqlite({ durability, dump }) {
  return {
    file: 'documents.db',
    pragmas: ['journal_mode=WAL', `synchronous=${SYNCHRONOUS[durability]}`, `cache_size=${CACHE}`, 'secure_delete=OFF'],
    create: 'CREATE TABLE documents (key TEXT PRIMARY KEY, document NOT NULL) WITHOUT ROWID',
    scan: 'SELECT document FROM documents',
    get: 'SELECT document FROM documents WHERE key = ?',
    filter: `SELECT document FROM documents WHERE ${TEXT} ->> ? BETWEEN ? AND ?`,
    project: `SELECT ${TEXT} ->> ? AS first, ${TEXT} ->> ? AS second FROM documents`,
    put: {
      text: 'INSERT INTO documents VALUES (?, ?)',
      bind: (/** @type {Pair} */ [key, document]) => [key, dump(document)],
    },
    update: {
      text: 'UPDATE documents SET document = ? WHERE key = ?',
      bind: (/** @type {Pair} */ [key, document]) => [dump(document), key],
    },
    delete: {
      text: 'DELETE FROM documents WHERE key = ?',
      bind: (/** @type {string} */ key) => [key],
    },
  };
}

/**
 * @param {string} version of the loaded SQLite
 * @param {string[]} options of its build
 * gives these in words, as a store's `engine`
 */
function sqliteEngine(version, options) {
  return `SQLite ${version} (${options.filter((option) => TELLING.test(option)).join(', ')})`;
}

module.exports = { sqlite, sqliteEngine };
