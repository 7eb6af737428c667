'use strict';

/** @import { Pair, Setting } from './types' */

// What the stores on SQLite have in common, whichever library binds it: one table without rowid, and a write-ahead log.
// A commit syncs the log with synchronous=FULL, and leaves that to the operating system with OFF.

// KiB, with a minus; of all contestants on SQLite. It is better-sqlite3's own.
const CACHE = -16000;

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
    pragmas: ['journal_mode=WAL', `synchronous=${SYNCHRONOUS[durability]}`, `cache_size=${CACHE}`],
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

module.exports = { sqlite };
