import { setTimeout as wait } from 'node:timers/promises';
import { type Account, ask } from './account.ts';
import type { Attack } from './assault.ts';

const REQUIRED = 20;

async function createStore(account: Account, name: string, properties: readonly object[]): Promise<string> {
  const all = [{ name: 'k', type: 'string', unique: true }, ...properties];
  return (await ask<{ id: string }>(account, 'POST', '/v2/stores', { name, properties: all })).id;
}

/** Creates a store of 400 records of 60 kB and returns the path of its records. */
async function createTexts(account: Account): Promise<string> {
  const records = `/v2/stores/${await createStore(account, 'Texts', [{ name: 't', type: 'string' }])}/records`;
  for (let batch = 0; batch < 8; batch++) {
    const rows = Array.from({ length: 50 }, (_, i) => ({
      k: `${batch}-${i}`,
      t: `${i}`.padEnd(60_000, 'abc'),
    }));
    await ask(account, 'POST', `${records}/batch`, { records: rows });
  }
  return records;
}

/** Attacks on the disk, its log and its temporary files. */
export const DISK_ATTACKS: Readonly<Record<string, Attack>> = {
  'files whose rows are all refused': async (account) => {
    const required = Array.from({ length: REQUIRED }, (_, i) => ({
      name: `a required property with a long name, number ${i}`,
      type: 'number',
      required: true,
    }));
    const storeId = await createStore(account, 'Refused', required);
    const path = `/v2/stores/${storeId}/imports?format=csv&header=true&delimiter=,`;
    const body = `k\n${'x\n'.repeat(5_000)}`;
    return ({ repeat, send }) => repeat(2, () => send('refused rows', path, { body, type: 'text/csv' }));
  },

  'files for dry runs': async (account) => {
    const storeId = await createStore(account, 'Dry', [{ name: 't', type: 'string' }]);
    return ({ repeat, send }) =>
      repeat(2, async (place, round) => {
        const row = (_: unknown, i: number) => `${place}-${round}-${i},${'z'.repeat(970)}\n`;
        const body = `k,t\n${Array.from({ length: 2_000 }, row).join('')}`;
        await send('dry run', `/v2/stores/${storeId}/imports?dryRun=true`, { body, type: 'text/csv' });
        await wait(500);
      });
  },

  'exports that drip, and sorted ones': async (account) => {
    const records = await createTexts(account);
    const sorted = JSON.stringify({ format: 'json', sortBy: 't' });
    const summary = JSON.stringify({ groupBy: [{ field: 't' }], measures: [{ op: 'count' }] });
    return async ({ repeat, send, stall, head, signal }) => {
      await Promise.all([
        repeat(2, () =>
          stall('drip', `${head(`GET ${records}/export?format=json`)}\r\n`, async (socket) => {
            while (!signal.aborted && !socket.destroyed) {
              socket.read(65_536);
              await wait(1_000);
            }
          }),
        ),
        repeat(2, () => send('sorted export', `${records}/export`, { body: sorted })),
        repeat(2, () => send('summary', `${records}/summarize`, { body: summary })),
      ]);
    };
  },
};
