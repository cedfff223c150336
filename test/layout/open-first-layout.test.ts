import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { LAYOUT_VERSION } from '../../packages/storage-sql/src/migrate.ts';
import { createTestDatabase } from '../postgres/database.ts';

const ACCOUNT = accountPrincipal('019aaa00-0000-7000-8000-000000000001');
const STORE = 'Sm6QTJdC8YoyLs33';
const MAP = { accountId: ACCOUNT.accountId, id: 1 };
const CREATED = Date.UTC(2026, 10, 22);

const readSql = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

async function openSqlite(): Promise<Storage> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-layout-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'data.db');
  const database = new Database(path);
  database.exec(readSql('0010-first.sqlite.sql'));
  database.exec(readSql('0010-first.sqlite-data.sql'));
  database.close();
  return sqliteStorage({ path });
}

async function openPostgres(backend: 'citus' | 'postgres'): Promise<Storage> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(readSql(`0010-first.${backend}.sql`));
  await client.query(readSql('0010-first.postgres-data.sql'));
  await client.query(readSql(`0010-first.${backend}-numbers.sql`));
  await client.end();
  return postgresStorage({ url: database.url, backend });
}

test.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', () => openPostgres('postgres')],
  ['Citus', () => openPostgres('citus')],
])(
  'a %s database of the first layout is opened with all its data, and numbering continues',
  async (_, open) => {
    const storage = await open();
    // Handlers of finished tests run in reverse order, so the storage is closed before its database is removed.
    onTestFinished(() => storage.close());
    const migration = { from: 10, to: LAYOUT_VERSION };
    for (const find of [storage.findMigration, storage.findMigration, storage.migrate]) {
      expect(await find()).toEqual(migration);
    }
    expect(await storage.findMigration()).toEqual({ ...migration, from: LAYOUT_VERSION });
    const vitrine = await createVitrine({ storage });

    expect(await vitrine.accounts.list()).toMatchObject([{ name: 'Bäckerei', limits: { records: 1000 } }]);
    expect((await vitrine.apiKeys.list(ACCOUNT)).items).toMatchObject([
      { name: 'Website', readOnly: true, addresses: ['192.0.2.0/24'] },
    ]);
    expect(await vitrine.stores.get(ACCOUNT, STORE)).toMatchObject({ name: 'Läden' });
    const found = async (field: string, op: string, value: string) => {
      const { items } = await vitrine.records.search(ACCOUNT, STORE, { filters: [{ field, op, value }] });
      return items.map(({ id }) => id);
    };
    expect(await found('note', 'startsWith', 'öL')).toEqual(['Öl 1']);
    expect(await found('note', 'endsWith', 'ZZ')).toEqual(['Bee']);
    expect(await found('beyond', 'contains', 'BER')).toEqual(['Öl 1']);
    expect(await found('id', 'startsWith', 'öL')).toEqual(['Öl 1']);
    await vitrine.records.add(ACCOUNT, STORE, { note: 'new' });
    const { items } = await vitrine.records.list(ACCOUNT, STORE);
    expect(items).toMatchObject([
      { note: 'new' },
      { id: "it's", beyond: 'plain' },
      { id: 'Bee', note: 'Buzz', price: 2 },
      { id: 'Öl 1', note: 'Öl', price: 1.5, beyond: 'Über' },
    ]);

    const image = await storage.images.get(ACCOUNT.accountId, 1);
    expect(image).toMatchObject({ name: 'Brot', folder: 'shop', active: true, timer: null });
    expect(new TextDecoder().decode((await storage.blobs.get(image?.blob ?? '')) ?? undefined)).toBe('bytes');
    expect(await storage.drafts.list(ACCOUNT.accountId, CREATED)).toMatchObject([
      { id: 'tf_1', name: 'Sale', revision: 1, conversationId: 'chat' },
    ]);
    expect(await storage.maps.get(MAP)).toMatchObject({ name: 'Shops', searchRadius: 50 });
    const second = await vitrine.maps.create(ACCOUNT, { name: 'Second' });
    expect(second.id).toBe(2);
    const query = { uniqueId: null, addressContains: null, before: null, limit: 10 };
    const { rows } = await storage.locations.list(MAP, query);
    expect(rows).toMatchObject([
      { address: 'Münster, Domplatz 1' },
      { uniqueId: 'shop-1', name: 'One', lat: 52.5, lng: 13.25 },
    ]);
    const claims = await storage.jobs.claim(['purge-expired'], 10, CREATED, CREATED + 1000);
    expect(claims).toMatchObject([{ kind: 'purge-expired', payload: '{}', attempts: 0 }]);
  },
);

test('an empty PostgreSQL database needs a migration, and to find that creates nothing', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const storage = postgresStorage({ url: database.url, schema: 'own' });
  onTestFinished(() => storage.close());
  expect(await storage.findMigration()).toEqual({ from: 0, to: LAYOUT_VERSION });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT to_regclass('layout') AS layout, to_regnamespace('own') AS own",
  );
  await client.end();
  expect(rows).toEqual([{ layout: null, own: null }]);
});
