import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

const ACCOUNT = accountPrincipal('01a1fe69-a920-7783-ae6b-718c75c2ffe2');
const STORE = 'Sm6QTJdC8YoyLs33';

test('a file of the first layout is brought up to date: text is found in any case, and numbers go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-older-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'data.db');
  const database = new Database(path);
  database.exec(readFileSync(new URL('../faults/layout-1.sql', import.meta.url), 'utf8'));
  database.close();

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
  // What later layouts have added means no limit in older rows.
  expect((await vitrine.accounts.list()).map(({ limits }) => limits)).toEqual([{}]);
  const keys = (await vitrine.apiKeys.list(ACCOUNT)).items;
  for (const key of keys) expect(key).not.toHaveProperty('expiresAt');
  expect((await vitrine.accounts.usage(ACCOUNT)).resources.records).toEqual({ used: 4, limit: null });
  const { items } = await vitrine.records.list(ACCOUNT, STORE);
  expect(items.map(({ id }) => id)).toEqual(['new', "it's", 'Bee', 'Öl 1']);
});
