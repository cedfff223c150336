import { createClient } from '@vitrine/client';

const v = createClient({ url: 'http://127.0.0.1:41797', key: process.env.VITRINE_KEY });
const { cursor } = await v.stores.listChanges('products');
for await (const change of v.stores.changes('products', { since: cursor, include: 'record' })) {
  console.log(change.type, change.recordId, change.record);
}
