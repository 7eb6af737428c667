'use strict';

// The operations of codecs, one row each: what an operation takes and gives, and the loop of its passes. A row and the
// adapter's method by that name, or by the one that the row names, make a new one.

/** @import { Adapter, ContainerOperation, Operation, Reader, Session, Value, Writer } from './types' */

const { readFirst, readPasses, writePasses } = require('./container_loops');
const { accessStretch, decodeStretch, encodeStretch } = require('./loops');

const DECODE = 'decode';

/** @type {Operation[]} */
const OPERATIONS = [
  { name: 'encode', takes: 'records', gives: 'encoded', stretch: encodeStretch },
  { name: DECODE, takes: 'encoded', gives: 'values', stretch: decodeStretch },
  { name: 'access', takes: 'encoded', gives: 'readings', stretch: accessStretch, method: DECODE },
  {
    name: 'write',
    takes: 'records',
    gives: 'container',
    passes: (session, passes, sampled) => writePasses(writerOf(session), session.records, passes, sampled),
    outputs: async (session) => [await writerOf(session).write(session.records)],
  },
  {
    name: 'read',
    takes: 'container',
    gives: 'values',
    passes: (session, passes, samples) =>
      readPasses(readerOf(session), containerOf(session), session.records.length, passes, samples),
    outputs: (session, maximum) => readFirst(readerOf(session), containerOf(session), session.records.length, maximum),
  },
];

/**
 * @param {Adapter} adapter or its class's prototype
 * @returns {Operation[]} the operations that it has
 */
function operationsOf(adapter) {
  return OPERATIONS.filter((row) => typeof (/** @type {Value} */ (adapter)[row.method ?? row.name]) === 'function');
}

// An operation is asked of who has its method, and of a session with a container (`Session.operation`).
const writerOf = (/** @type {Session} */ { adapter }) => /** @type {Writer} */ (adapter);
const readerOf = (/** @type {Session} */ { adapter }) => /** @type {Reader} */ (adapter);
const containerOf = (/** @type {Session} */ { container }) => /** @type {Uint8Array} */ (container);

/** @type {(operation: Operation) => operation is ContainerOperation} */
function isOnContainers(operation) {
  return 'passes' in operation;
}

module.exports = { isOnContainers, operationsOf };
