// A program that a bundler joins with the packages: `bundles.test.ts`. Prints what it has found, or the error.
import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { createMedia } from '@vitrine/media';
import { openStorage } from './open-storage.ts';

async function main(part: string): Promise<number> {
  const storage = part === 'media' ? memoryStorage() : openStorage(part);
  const media = part === 'media' ? { media: createMedia() } : {};
  const vitrine = await createVitrine({ storage, ...media });
  const me = accountPrincipal((await vitrine.accounts.create('Example')).id);
  const store = await vitrine.stores.create(me, {
    name: 'Prices',
    properties: [{ name: 'price', type: 'number' }],
  });
  await vitrine.records.add(me, store.id, { price: 1 });
  const { count } = await vitrine.records.count(me, store.id, {
    filters: [{ field: 'price', op: 'gt', value: 0 }],
  });
  await vitrine.close();
  return count;
}

main(process.argv[2] ?? '').then(
  (count) => console.log(`found ${count}`),
  (error: unknown) => console.log(error instanceof Error ? error.message : error),
);
