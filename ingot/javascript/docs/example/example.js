'use strict';

/* global document, ingot -- of the page, and what dist/browser/ingot.js defines */

const { IngotError, Schema } = ingot;
const part = (id) => document.getElementById(id);
const show = (id, text) => (part(id).textContent = text);

/** The message of an error about schemas, values and bytes; others are faults of this page. */
function messageOf(error) {
  if (error instanceof IngotError || error instanceof SyntaxError) return error.message;
  throw error;
}

function cutMessage(schema, bytes) {
  try {
    return JSON.stringify(schema.decode(bytes.subarray(0, -1)));
  } catch (error) {
    return messageOf(error);
  }
}

function run() {
  for (const id of ['bytes', 'read', 'cut', 'error']) show(id, '');
  try {
    const schema = Schema.parse(part('schema').value);
    show('engine', schema.engine);
    const bytes = schema.encode(JSON.parse(part('value').value));
    show('bytes', Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' '));
    show('read', schema.toJson(schema.decode(bytes)));
    show('cut', cutMessage(schema, bytes));
  } catch (error) {
    show('error', messageOf(error));
  }
}

for (const id of ['schema', 'value']) part(id).addEventListener('input', run);
run();
