import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import type { ImportResponse, StartImportQuery, StoreDetail } from '@vitrine/core/contracts';
import type { Storage } from '@vitrine/core/storage';
import { afterEach, describe, expect, test } from 'vitest';
import { withAdvance } from '../import-batches.ts';
import { verifies } from '../requirements.ts';
import { type OpenedStorage, storageKinds } from './storages.ts';

/** Lines of the file: three batches. */
const LINES = 1_200;
const KEYS = Array.from({ length: LINES }, (_, index) => `k${index}`);
const FILE = `sku,n\n${KEYS.map((sku, index) => `${sku},${index}`).join('\n')}\n`;

interface Arranged {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
  readonly store: StoreDetail;
  readonly storage: Storage;
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  /** Runs before the batch with the number, from 1. */
  beforeBatch(number: number, action: () => Promise<unknown>): void;
  start(query?: StartImportQuery): Promise<string>;
  /** Runs the jobs until the import ends. */
  finish(importId: string): Promise<ImportResponse>;
}

describe.each(storageKinds)('on $name', ({ open }) => {
  let opened: OpenedStorage | undefined;
  afterEach(async () => {
    await opened?.storage.close();
    await opened?.remove();
  });

  async function arrange(): Promise<Arranged> {
    opened = await open();
    const { storage } = opened;
    const actions = new Map<number, () => Promise<unknown>>();
    let batches = 0;
    let ahead = 0;
    // Calls take effect in order, so a batch waits for the actions of those before it.
    let last: Promise<unknown> = Promise.resolve();
    const inOrder = withAdvance(storage, (...given) => {
      const action = actions.get(++batches);
      actions.delete(batches);
      const run = async () => {
        await action?.();
        return storage.imports.advance(...given);
      };
      const result = last.then(run, run);
      last = result;
      return result;
    });
    const vitrine = await createVitrine({ storage: inOrder, clock: () => Date.now() + ahead });
    const principal = accountPrincipal((await vitrine.accounts.create('A')).id);
    const store = await vitrine.stores.create(principal, {
      name: 'Products',
      properties: [
        { name: 'sku', type: 'string', unique: true },
        { name: 'n', type: 'number' },
      ],
    });
    return {
      vitrine,
      principal,
      store,
      storage,
      advance(milliseconds) {
        ahead += milliseconds;
      },
      beforeBatch: (number, action) => void actions.set(number, action),
      async start(query = {}) {
        async function* chunks() {
          yield Buffer.from(FILE);
        }
        const file = { name: null, type: 'text/csv', chunks: chunks() };
        return (await vitrine.imports.start(principal, store.id, query, async () => file)).importId;
      },
      async finish(importId) {
        for (let turn = 0; turn < 20; turn++) {
          await vitrine.runDueJobs();
          const found = await vitrine.imports.get(principal, store.id, importId);
          if (found.finishedAt !== null) return found;
        }
        throw new Error('The import did not end.');
      },
    };
  }

  test(
    'an import whose store is deleted ends, and neither its records nor its rows stay',
    verifies('import.end', 'import.removed'),
    async () => {
      const { vitrine, principal, store, storage, advance, beforeBatch, start } = await arrange();
      const importId = await start();
      beforeBatch(2, () => vitrine.stores.delete(principal, store.id));
      for (let turn = 0; turn < 10; turn++) await vitrine.runDueJobs();
      // A deleted store is kept for seven days.
      advance(8 * 86_400_000);
      for (let turn = 0; turn < 10; turn++) await vitrine.runDueJobs();
      const ref = { accountId: principal.accountId, storeId: store.id, id: importId };
      expect(await storage.imports.get(ref)).toBeNull();
      expect(await storage.jobs.counts()).toEqual([]);
      expect(await storage.accountUsage.count(principal.accountId, 'records', Date.now())).toBe(0);
    },
  );

  test(
    'another account searches, writes and starts an import while a batch of an import is under way',
    verifies('import.start'),
    async () => {
      const { vitrine, principal, store, beforeBatch, start, finish } = await arrange();
      const other = accountPrincipal((await vitrine.accounts.create('B')).id);
      const { id } = await vitrine.stores.create(other, {
        name: 'Other',
        properties: [{ name: 'n', type: 'number' }],
      });
      async function* chunks() {
        yield Buffer.from('n\n2\n');
      }
      const file = { name: null, type: 'text/csv', chunks: chunks() };
      const meanwhile: unknown[] = [];
      const importId = await start();
      beforeBatch(2, async () => {
        await vitrine.records.add(other, id, { n: 1 });
        const found = await vitrine.records.search(other, id, {});
        meanwhile.push(found.items.map(({ n }) => n));
        meanwhile.push((await vitrine.imports.start(other, id, {}, async () => file)).status);
        meanwhile.push(await vitrine.records.count(principal, store.id, {}));
      });
      expect(await finish(importId)).toMatchObject({ status: 'done', created: LINES });
      expect(meanwhile).toEqual([[1], 'queued', { count: 500 }]);
    },
  );

  test.each([
    [
      'whose later bytes are not UTF-8',
      Buffer.from('M\xfcller,2\n', 'latin1'),
      { code: 'validation_failed', issues: [{ path: 'encoding' }] },
    ],
    [
      'whose connection ends',
      new Error('The connection was closed.'),
      { message: 'The connection was closed.' },
    ],
  ] as const)(
    'a file %s is refused, and leaves no import, no job and no bytes',
    verifies('import.undecided'),
    async (_, end, expected) => {
      const { vitrine, principal, store, storage } = await arrange();
      async function* chunks() {
        yield Buffer.from('sku,n\n');
        for (let i = 0; i < 9_000; i++) yield Buffer.from(`${'k'.repeat(1_000)},1\n`);
        if (end instanceof Error) throw end;
        yield end;
      }
      const file = { name: null, type: 'text/csv', chunks: chunks() };
      await expect(vitrine.imports.start(principal, store.id, {}, async () => file)).rejects.toMatchObject(
        expected,
      );
      expect((await vitrine.imports.list(principal, store.id)).items).toEqual([]);
      expect((await storage.jobs.counts()).map(({ kind }) => kind)).not.toContain('import');
      // Two whole chunks of 4 MiB had been stored.
      expect(await storage.blobs.purgeUnused(Date.now() + 1, 1_000)).toEqual([]);
    },
  );

  test.each([2, 3])(
    'an import that is cancelled before its batch %i ends there, and what it has written stays',
    verifies('import.end'),
    async (batch) => {
      const { vitrine, principal, store, storage, beforeBatch, start, finish } = await arrange();
      const importId = await start();
      beforeBatch(batch, () => vitrine.imports.cancel(principal, store.id, importId));
      const written = (batch - 1) * 500;
      const cancelled = { status: 'cancelled', read: written, created: written, refused: 0 };
      expect(await finish(importId)).toMatchObject(cancelled);
      for (let turn = 0; turn < 5; turn++) await vitrine.runDueJobs();
      expect(await vitrine.imports.get(principal, store.id, importId)).toMatchObject(cancelled);
      expect(await vitrine.records.count(principal, store.id, {})).toEqual({ count: written });
      expect((await storage.jobs.counts()).map(({ kind }) => kind)).not.toContain('import');

      // The rest of the same file is new, and the rest of it unchanged.
      expect(await finish(await start())).toMatchObject({
        status: 'done',
        created: LINES - written,
        unchanged: written,
      });
    },
  );

  test(
    'an import refuses the records beyond the quota with the reason, and a dry run says the same',
    verifies('import.quota', 'import.dry-run'),
    async () => {
      const { vitrine, principal, store, start, finish } = await arrange();
      await vitrine.records.add(principal, store.id, { sku: 'k1199', n: 0 });
      await vitrine.accounts.changeLimits(principal.accountId, { records: 701 });
      const dry = await finish(await start({ dryRun: 'true' }));
      const real = await finish(await start());
      for (const found of [dry, real]) {
        // The record that exists is changed, though the quota is reached.
        expect(found).toMatchObject({ status: 'done', read: LINES, created: 700, updated: 1, refused: 499 });
        expect(found.errors[0]).toEqual({
          row: 701,
          line: 702,
          errors: { '': ['The quota "records" of the account is reached: at most 701.'] },
        });
      }
      expect(await vitrine.records.count(principal, store.id, {})).toEqual({ count: 701 });
    },
  );

  test(
    'an import continues when the store gets a lifetime, and records that expired are created again',
    verifies('import.changes'),
    async () => {
      const { vitrine, principal, store, advance, beforeBatch, start, finish } = await arrange();
      const importId = await start();
      beforeBatch(2, () => vitrine.stores.update(principal, store.id, { recordTtl: 60 }));
      expect(await finish(importId)).toMatchObject({
        status: 'done',
        created: LINES,
        updated: 0,
        refused: 0,
      });
      const again = await start();
      advance(61_000);
      expect(await finish(again)).toMatchObject({ status: 'done', created: LINES, unchanged: 0 });
      expect(await vitrine.records.count(principal, store.id, {})).toEqual({ count: LINES });
    },
  );

  test(
    'an import continues when a property is added or becomes required, and writes under the new schema',
    verifies('import.changes'),
    async () => {
      const { vitrine, principal, store, beforeBatch, start, finish } = await arrange();
      const importId = await start();
      beforeBatch(2, async () => {
        await vitrine.stores.addProperty(principal, store.id, { name: 'note', type: 'string' });
        await vitrine.stores.updateProperty(principal, store.id, 'note', { required: true });
      });
      const found = await finish(importId);
      expect(found).toMatchObject({ status: 'done', read: LINES, created: 500, refused: LINES - 500 });
      expect(found.errors[0]).toEqual({ row: 501, line: 502, errors: { note: ['A value is required.'] } });
    },
  );

  test.each([
    [
      'deleted',
      (vitrine: Vitrine, principal: Principal, id: string) =>
        vitrine.stores.deleteProperty(principal, id, 'n'),
    ],
    [
      'renamed',
      (vitrine: Vitrine, principal: Principal, id: string) =>
        vitrine.stores.renameProperty(principal, id, 'n', { name: 'm' }),
    ],
  ] as const)(
    'an import fails when a property that it writes is %s, and what it has written stays',
    verifies('import.end'),
    async (_, change) => {
      const { vitrine, principal, store, beforeBatch, start, finish } = await arrange();
      const importId = await start();
      beforeBatch(2, () => change(vitrine, principal, store.id));
      expect(await finish(importId)).toMatchObject({
        status: 'failed',
        read: 500,
        created: 500,
        reason: 'The property "n" was deleted, renamed or replaced.',
      });
      expect(await vitrine.records.count(principal, store.id, {})).toEqual({ count: 500 });
    },
  );
});
