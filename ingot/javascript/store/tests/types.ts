// The declarations by examples: what the compiler takes, and what it does not.

import { Collection, Store, type StoreError } from 'ingot-store';

interface Tea {
  id?: string;
  grams: number;
}

using store = Store.open('pantry', { readOnly: false, sync: 'each-commit', key: 'id' });
// @ts-expect-error: an option that there is not
Store.open('pantry', { readonly: true });
// @ts-expect-error: no kind of sync
Store.open('pantry', { sync: 'never' });
// @ts-expect-error: stores are opened
new Store();

const teas: Collection<Tea> = store.collection<Tea>('teas');
teas.put('oolong', { grams: 250 });
// @ts-expect-error: not a tea
teas.put('oolong', { gram: 250 });
// @ts-expect-error: keys are strings
teas.get(5);
const grams: number | undefined = teas.get('oolong')?.grams;
// @ts-expect-error: there may be none
const surely: Tea = teas.get('oolong');
teas.putMany(new Map([['sencha', { grams: 100 }]]));
teas.putManyRaw([['sencha', new Uint8Array()]] as const);
for (const [key, tea] of teas) key.concat(String(tea.grams));
for (const bytes of teas.scanRaw({ where: ['grams >= 200'] })) bytes.toString('utf8');
// @ts-expect-error: whole documents
teas.scanRaw({ fields: ['grams'] });

function isLocked(error: StoreError): boolean {
  // @ts-expect-error: no such code
  if (error.code === 'lockd') return false;
  return error.code === 'locked';
}

export { grams, isLocked, surely };
