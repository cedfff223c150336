import { expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../../../../../test/requirements.ts';
import { accountPrincipal } from '../../../ports/access.ts';
import { memoryStorage } from '../../../storage/memory/index.ts';
import type { Storage } from '../../../storage/storage.ts';
import { createVitrine } from '../../../vitrine.ts';

/** Arranges a store of 1,200 records, more than two chunks of an export, and counts the scans that were freed. */
async function arrange() {
  const memory = memoryStorage();
  let freed = 0;
  const storage: Storage = {
    ...memory,
    records: {
      ...memory.records,
      async *export(...args) {
        try {
          yield* memory.records.export(...args);
        } finally {
          freed++;
        }
      },
    },
  };
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const properties = [
    { name: 'n', type: 'number' as const },
    { name: 't', type: 'string' as const },
  ];
  const { id } = await vitrine.stores.create(me, { name: 'S', properties });
  for (let first = 0; first < 1_200; first += 100) {
    const records = Array.from({ length: 100 }, (_, i) => ({ n: first + i, t: 'x'.repeat(250) }));
    await vitrine.records.batchUpsert(me, id, { records });
  }
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const open = {
    export: () => vitrine.records.export(me, id),
    exportMatching: () =>
      vitrine.records.exportMatching(me, id, {
        format: 'json',
        filters: [{ field: 'n', op: 'gte', value: 0 }],
        sortBy: 'n',
      }),
  };
  return { open, freedScans: () => freed };
}

test.each(['export', 'exportMatching'] as const)(
  'frees the scan of %s when the reader takes nothing for 30 s, and its next read fails',
  verifies('export.matching'),
  async (name) => {
    const { open, freedScans } = await arrange();
    const { chunks } = await open[name]();
    for (let chunk = 0; chunk < 2; chunk++) {
      expect((await chunks.next()).value?.records).toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(29_900);
    }
    expect(freedScans()).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(freedScans()).toBe(1);
    await expect(chunks.next()).rejects.toMatchObject({ code: 'unavailable' });
  },
);
