import { join, sql, statement } from '@vitrine/storage-sql';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/postgres/database.ts';
import { openConnection } from './connections/connection/connection.ts';
import { profileOf } from './dialect/backends.ts';
import { postgresDialect } from './dialect/postgres-dialect.ts';
import { storageByProfile } from './storage-by-profile.ts';

const profile = { ...profileOf('postgres'), partitions: 4 };
const dialect = postgresDialect(profile);
const store = { storeId: 's1', storeNumber: 1 };

// Many records have each time of creation. Nothing is analyzed.
const SEED = `
  INSERT INTO records (store_id, seq, id, created_at, updated_at)
  SELECT 's1', n, 'r' || n, n / 100, n
  FROM generate_series(1, 40000) AS n`;

test('records are found by their numbers along the index of numbers, also in a table that was never analyzed', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const storage = storageByProfile({ url: database.url }, profile);
  await storage.migrate();
  await storage.close();
  const config = { connectionString: database.url };
  // The role of the connection of columns.
  const connection = await openConnection({ config, role: 'read', onEnd: () => undefined });
  onTestFinished(() => connection.close());
  await connection.execute({ text: SEED, values: [] });
  const { from, within } = dialect.numbered.records(store, [5, 77, 3_000, 40_000]);
  const { text, values } = statement(
    dialect,
    sql`
      EXPLAIN (COSTS off)
      SELECT id, updated_at
      FROM ${from}
      WHERE ${join(within, ' AND ')}
      ${dialect.numbered.inAnyOrder}`,
  );
  const lines = (await connection.execute({ text, values })).map(([line]) => String(line));
  expect(lines.join('\n')).toMatch(/^Index Scan (Backward )?using records_\d+_store_id_seq_idx/);
});
