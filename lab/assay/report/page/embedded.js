// The data that a page holds, and its columns: see assemble.py and packing.py.

export function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return bytes;
}

export async function embedded() {
  const main = document.querySelector('main');
  if (!globalThis.DecompressionStream) {
    main.textContent = 'This page needs a newer browser: Chrome or Edge 80, Firefox 113, Safari 16.4, or a later one.';
    throw new Error('no DecompressionStream');
  }
  const packed = new Blob([bytesOf(document.getElementById('data').textContent)]);
  const data = await new Response(packed.stream().pipeThrough(new DecompressionStream('deflate'))).json();
  main.removeAttribute('aria-busy');
  return data;
}
