import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

const ACCOUNT = accountPrincipal('01a1fe69-a920-7783-ae6b-718c75c2ffe2');
const STORE = 'Sm6QTJdC8YoyLs33';

/** Creates a file of the first layout in a temporary folder. */
function arrangeFile(change: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-older-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'data.db');
  const database = new Database(path);
  database.exec(readFileSync(new URL('../faults/layout-1.sql', import.meta.url), 'utf8'));
  database.exec(change);
  database.close();
  return path;
}

test('jobs of the first layout run under their accounts, and buried jobs can be retried', async () => {
  const job = (id: number, kind: string, key: string, due: string) =>
    `INSERT INTO jobs (id, kind, payload, job_key, live_key, due_at, attempts, claimed, reason) VALUES (${id}, '${kind}', '{"kind":"${kind}","storeId":"${STORE}","failures":3}', '${key}', ${due}, 1, 0, 'broken');`;
  const expiring = job(8, 'purge-expired', `purge-expired:${STORE}`, `'purge-expired:${STORE}', 5`);
  const path = arrangeFile(expiring + job(9, 'purge-store', `purge-store:${STORE}`, 'NULL, NULL'));
  const storage = sqliteStorage({ path });
  onTestFinished(() => storage.close());
  await storage.migrate();
  const buried = { id: 9, kind: 'purge-store', attempts: 1, reason: 'broken', buriedAt: null };
  expect(await storage.jobs.listBuried(10)).toEqual([{ ...buried, accountId: ACCOUNT.accountId }]);
  expect(await storage.jobs.revive(9, 7)).toBe(true);
  const claims = await storage.jobs.claim(['purge-expired', 'purge-store'], 10, 8, 9);
  expect(claims.map(({ id, failures }) => [id, failures])).toEqual([
    [8, 0],
    [9, 0],
  ]);
  const database = new Database(path, { readonly: true });
  const accounts = database.prepare('SELECT DISTINCT account_id FROM jobs WHERE id > 1').pluck().all();
  database.close();
  expect(accounts).toEqual([ACCOUNT.accountId]);
});

test('a file of the first layout is migrated: text is found in any case, and numbering continues', async () => {
  const path = arrangeFile('');
  const vitrine = await createVitrine({ storage: sqliteStorage({ path }) });
  onTestFinished(() => vitrine.close());
  const found = async (field: string, op: string, value: string) => {
    const { items } = await vitrine.records.search(ACCOUNT, STORE, { filters: [{ field, op, value }] });
    return items.map(({ id, sku }) => [id, sku]);
  };
  const [its, bee, oil] = ["it's", 'Bee', 'Öl 1'].map((key) => [key, key]);
  expect(await found('note', 'notEmpty', '')).toEqual([its, bee, oil]);
  expect(await found('note', 'startsWith', 'bU')).toEqual([bee]);
  expect(await found('note', 'startsWith', 'öL')).toEqual([oil]);
  expect(await found('note', 'endsWith', 'AIN')).toEqual([its]);
  expect(await found('sku', 'startsWith', 'bE')).toEqual([bee]);
  expect(await found('sku', 'startsWith', 'öL')).toEqual([oil]);

  await vitrine.records.add(ACCOUNT, STORE, { sku: 'new' });
  // Columns that later layouts added mean no limit in older rows.
  expect((await vitrine.accounts.list()).map(({ limits }) => limits)).toEqual([{}]);
  const keys = (await vitrine.apiKeys.list(ACCOUNT)).items;
  for (const key of keys) expect(key).not.toHaveProperty('expiresAt');
  expect((await vitrine.accounts.usage(ACCOUNT)).resources.records).toEqual({ used: 4, limit: null });
  const { items } = await vitrine.records.list(ACCOUNT, STORE);
  expect(items.map(({ id }) => id)).toEqual(['new', "it's", 'Bee', 'Öl 1']);
});
