import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';

const vitrine = await createVitrine({ storage: memoryStorage() });
const me = accountPrincipal((await vitrine.accounts.ensure('Example')).id);

const store = await vitrine.stores.ensure(me, {
  name: 'Guests',
  properties: [
    { name: 'email', type: 'string', unique: true },
    { name: 'city', type: 'string' },
    { name: 'visits', type: 'number' },
  ],
});
await vitrine.records.batchUpsert(me, store.id, {
  records: [
    { email: 'ada@example.com', city: 'Zürich', visits: 3 },
    { email: 'grace@example.com', city: 'New York', visits: 5 },
    { email: 'alan@example.com', city: 'ZÜRICH', visits: 4 },
  ],
});

const filters = [{ field: 'city', op: 'startsWith', value: 'zür' }];
const found = await vitrine.records.search(me, store.id, { filters, sortBy: 'visits', sortDir: 'desc' });
for (const guest of found.items) console.log(`${guest.email} from ${guest.city}: ${guest.visits} visits`);

const sum = await vitrine.records.aggregate(me, store.id, { field: 'visits', op: 'sum' });
console.log(`all guests together: ${sum.result} visits`);
await vitrine.close();
