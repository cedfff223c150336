import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { createSqlStorage } from '@vitrine/storage-sql';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { openConnection } from './connections/connection.ts';
import { memoryDriver } from './memory-driver.ts';

/** Returns a storage, and the texts of the statements that it has run. */
function watchedStorage(): { readonly storage: Storage; readonly texts: string[] } {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  const texts: string[] = [];
  const driver = memoryDriver({
    ...connection,
    execute(statement) {
      texts.push(statement.text);
      return connection.execute(statement);
    },
    get inTransaction() {
      return connection.inTransaction;
    },
  });
  return { storage: createSqlStorage(driver), texts };
}

/** Imports lines into a store with a record `a`. Returns the import after its end, and the records. */
async function importInto(storage: Storage, lines: readonly object[]) {
  await storage.migrate();
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.create('A')).id);
  const properties = [
    { name: 'key', type: 'string' as const, unique: true },
    { name: 'name', type: 'string' as const, required: true },
    { name: 'n', type: 'number' as const },
  ];
  const { id } = await vitrine.stores.create(me, { name: 'S', properties });
  await vitrine.records.add(me, id, { key: 'a', name: 'A' });
  async function* chunks() {
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  const file = { name: null, type: 'application/x-ndjson', chunks: chunks() };
  const { importId } = await vitrine.imports.start(me, id, {}, async () => file);
  await vitrine.runDueJobs();
  const { status, created, updated, refused, errors } = await vitrine.imports.get(me, id, importId);
  const { items } = await vitrine.records.list(me, id, { sortBy: 'key' });
  const records = items.map(({ key, name, n }) => ({ key, name, n }));
  return { status, created, updated, refused, rows: errors.map(({ row }) => row), records };
}

test(
  'repeated records that can neither be created nor exist take one statement',
  verifies('operations.writer-turns'),
  async () => {
    const { storage, texts } = watchedStorage();
    const lines = Array.from({ length: 45 }, (_, n) => ({ key: 'b', n }));
    expect(await importInto(storage, lines)).toMatchObject({ status: 'done', created: 0, refused: 45 });
    const begin = texts.findIndex((text) => text.includes('SELECT refused_count, refused_kept'));
    const end = texts.findIndex((text, at) => at > begin && text.includes('UPDATE imports'));
    const reads = texts.slice(begin, end).filter((text) => text.includes('FROM records'));
    expect(reads).toHaveLength(1);
  },
);

test('repeated records have the outcomes of the reference, whether their id exists, appears or never does', async () => {
  const lines = [
    { key: 'a', n: 1 },
    { key: 'b', n: 1 },
    { key: 'a', n: 2 },
    { key: 'b', n: 2 },
    { key: 'c', n: 1 },
    { key: 'c', n: 2, name: 'C' },
    { key: 'c', n: 3 },
    { key: 'b', n: 3 },
    { key: 'd', n: 1 },
  ];
  const imported = await importInto(watchedStorage().storage, lines);
  expect(imported).toEqual(await importInto(memoryStorage(), lines));
  expect(imported).toMatchObject({ created: 1, updated: 3, refused: 5, rows: [2, 4, 5, 8, 9] });
});
