import { join } from 'node:path';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { ask, WorkingFolder } from './command-line.ts';

const KEY = 'a-key-that-the-operator-made-up-himself';
const BATCH = 20;
const WRITERS = 4;

test(
  'a backup during writes contains every write acknowledged before it, and no partial write',
  verifies('cli.backup'),
  async () => {
    const folder = new WorkingFolder();
    const served = await folder.serve(['--log-level', 'warn'], { VITRINE_ACCOUNT_KEY: KEY });
    const { accountId } = await ask<{ accountId: string }>(served, KEY, '/v2/whoami');
    const store = await ask<{ id: string }>(served, KEY, '/v2/stores', {
      name: 'Load',
      properties: [
        { name: 'writer', type: 'number' },
        { name: 'round', type: 'number' },
      ],
    });

    let writing = true;
    const acknowledged = Array.from({ length: WRITERS }, () => 0);
    const writers = acknowledged.map(async (_, writer) => {
      while (writing) {
        const round = (acknowledged[writer] ?? 0) + 1;
        const records = Array.from({ length: BATCH }, () => ({ writer, round }));
        await ask(served, KEY, `/v2/stores/${store.id}/records/batch`, { records });
        acknowledged[writer] = round;
      }
    });

    const copies: { path: string; before: number[] }[] = [];
    for (let i = 0; i < 3; i++) {
      const path = join(folder.path, `copy-${i}.db`);
      const before = [...acknowledged];
      const { code, err } = await folder.run(['backup', path]);
      expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^note: .*secret.*\n$/) });
      copies.push({ path, before });
    }
    writing = false;
    await Promise.all(writers);
    expect((await served.stop()).code).toBe(0);

    for (const { path, before } of copies) {
      const vitrine = await createVitrine({ storage: sqliteStorage({ path }) });
      try {
        const principal = accountPrincipal(accountId);
        for (let writer = 0; writer < WRITERS; writer++) {
          const filters = [{ field: 'writer', op: 'eq', value: writer }];
          const { count } = await vitrine.records.count(principal, store.id, { filters });
          const { result } = await vitrine.records.aggregate(principal, store.id, {
            field: 'round',
            op: 'max',
            filters,
          });
          const rounds = result ?? 0;
          expect(rounds).toBeGreaterThanOrEqual(before[writer] ?? 0);
          expect(count).toBe(rounds * BATCH);
        }
      } finally {
        await vitrine.close();
      }
    }
  },
);
