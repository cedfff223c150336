import { accountPrincipal, createVitrine } from '@vitrine/core';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';

// Runs in a process that is killed at one of its statements (`kill-at-statement.ts`). Each transaction adds an order and
// its lines, and counts it, so that all orders have their lines, and the count is their number.

const [url = '', accountId = '', orders = '', lines = ''] = process.argv.slice(2);
const ROUNDS = 2;
const LINES = 3;

const vitrine = await createVitrine({
  storage: url.startsWith('sqlite:')
    ? sqliteStorage({ path: url.slice('sqlite:'.length) })
    : postgresStorage({ url, pool: 6 }),
});
const me = accountPrincipal(accountId);
for (let round = 0; round < ROUNDS; round++) {
  await vitrine.transaction(async ({ records }) => {
    await records.add(me, orders, { key: `order ${round}`, n: LINES });
    for (let n = 0; n < LINES; n++) await records.add(me, lines, { key: `order ${round}, line ${n}`, n });
    const { n: count } = await records.get(me, orders, 'count');
    await records.patch(me, orders, 'count', { n: Number(count) + 1 });
    if (round > 0) await records.delete(me, lines, `order ${round - 1}, line 0`);
  });
}
await vitrine.close();
