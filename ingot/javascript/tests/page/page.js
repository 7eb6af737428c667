// The rows in a page: what is wrong is told to the server.

import { check } from './checks.js';

async function main() {
  const all = await (await fetch('/rows')).json();
  return check(all, ['null', 'deflate', 'snappy']);
}

main()
  .catch((error) => ({ wrong: [String(error.stack)] }))
  .then((found) => fetch('/found', { method: 'POST', body: JSON.stringify(found) }));
