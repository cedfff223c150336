import { accountPrincipal, createVitrine } from '@vitrine/core';
import { createMedia } from '@vitrine/media';
import { sqliteStorage } from '@vitrine/storage-sqlite';

try {
  const vitrine = await createVitrine({
    storage: sqliteStorage({ path: process.argv[2] }),
    media: createMedia(),
  });
  const me = accountPrincipal((await vitrine.accounts.create('Example')).id);
  const store = await vitrine.stores.create(me, {
    name: 'Prices',
    properties: [{ name: 'price', type: 'number' }],
  });
  await vitrine.records.add(me, store.id, { price: 1 });
  console.log('found', (await vitrine.records.count(me, store.id, {})).count);
  await vitrine.close();
} catch (error) {
  console.log(error.message);
}
