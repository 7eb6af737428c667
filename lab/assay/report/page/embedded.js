// The data that a page holds, and its columns: see assemble.py and packing.py.

import { placeOf } from './dom.js';

export function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return bytes;
}

export async function embedded() {
  const main = placeOf('main');
  if (!globalThis.DecompressionStream) {
    main.textContent = 'This page needs a newer browser: Chrome or Edge 80, Firefox 113, Safari 16.4, or a later one.';
    throw new Error('no DecompressionStream');
  }
  const packed = new Blob([bytesOf(placeOf('#data').textContent ?? '')]);
  const data = await new Response(packed.stream().pipeThrough(new DecompressionStream('deflate'))).json();
  main.removeAttribute('aria-busy');
  return data;
}
