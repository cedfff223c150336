import { accountPrincipal, createVitrine } from '@vitrine/core';
import { jsonLinesStorage } from './json-lines-storage.ts';

const [path = 'visits.jsonl'] = process.argv.slice(2);
const vitrine = await createVitrine({ storage: await jsonLinesStorage(path) });
const me = accountPrincipal((await vitrine.accounts.ensure('Example')).id);

const store = await vitrine.stores.ensure(me, {
  name: 'Visits',
  properties: [{ name: 'at', type: 'datetime' }],
});
await vitrine.records.add(me, store.id, { at: new Date().toISOString() });

const { count } = await vitrine.records.count(me, store.id, {});
console.log(`visit ${count}`);
await vitrine.close();
