import { accountPrincipal, createVitrine } from '@vitrine/core';
import { jsonLinesStorage } from './json-lines-storage.ts';

const [path = 'visits.jsonl'] = process.argv.slice(2);
const vitrine = await createVitrine({ storage: await jsonLinesStorage(path) });
const [account = await vitrine.accounts.create('Example')] = await vitrine.accounts.list();
const me = accountPrincipal(account.id);

const { items } = await vitrine.stores.list(me);
const [
  store = await vitrine.stores.create(me, {
    name: 'Visits',
    properties: [{ name: 'at', type: 'datetime' }],
  }),
] = items;
await vitrine.records.add(me, store.id, { at: new Date().toISOString() });

const { count } = await vitrine.records.count(me, store.id, {});
console.log(`visit ${count}`);
await vitrine.close();
