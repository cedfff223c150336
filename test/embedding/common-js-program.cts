// A program in CommonJS that closes Vitrine while a write is in flight, and does nothing else.
const { accountPrincipal, createVitrine } = require('@vitrine/core') as typeof import('@vitrine/core');
const { openStorage } = require('./open-storage.ts') as typeof import('./open-storage.ts');

async function main(place: string): Promise<void> {
  const vitrine = await createVitrine({ storage: openStorage(place) });
  const me = accountPrincipal((await vitrine.accounts.create('Example')).id);
  const store = await vitrine.stores.create(me, {
    name: 'Prices',
    properties: [{ name: 'price', type: 'number' }],
  });
  const added = vitrine.records.add(me, store.id, { price: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  await vitrine.close();
  console.log(`closed, ${(await added).price}`);
}

void main(process.argv[2] ?? '');
