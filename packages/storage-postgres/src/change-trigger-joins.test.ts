import { contextText } from '@vitrine/storage-sql';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/postgres/database.ts';
import { verifies } from '../../../test/requirements.ts';
import { postgresStorage } from './postgres-storage.ts';

const RECORDS = 2_000;
/** More executions than a session plans anew. */
const SINGLE_UPDATES = 20;

const SEED = `
  INSERT INTO records (store_id, seq, id, created_at, updated_at, n0)
  SELECT 's1', n, 'r' || n, 1, 1, n
  FROM generate_series(1, ${RECORDS}) AS n`;

async function openSession(): Promise<pg.Client> {
  const database = await createTestDatabase({ migrated: true });
  onTestFinished(() => database.drop());
  const storage = postgresStorage({ url: database.url });
  await storage.migrate();
  await storage.close();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(SEED);
  return client;
}

/** Updates the first `count` records, logged if there is a context. Returns the seconds that the backend computed. */
async function update(client: pg.Client, count: number, context: string): Promise<number> {
  let detail = '';
  const note = (notice: { readonly detail?: string | undefined }) => {
    detail = notice.detail ?? '';
  };
  await client.query('BEGIN');
  await client.query(`SELECT set_config('vitrine.change', $1, TRUE)`, [context]);
  await client.query('SET LOCAL client_min_messages = log');
  await client.query('SET LOCAL log_statement_stats = on');
  client.on('notice', note);
  await client.query(`UPDATE records SET n0 = n0 + 1 WHERE store_id = 's1' AND seq <= ${count}`);
  client.off('notice', note);
  await client.query('COMMIT');
  const [, user, system] = /([\d.]+) s user, ([\d.]+) s system/.exec(detail) ?? [];
  if (user === undefined || system === undefined) throw new Error(`no statistics: ${detail}`);
  return Number(user) + Number(system);
}

test.for([false, true])(
  'a session that has logged updates of one record does not compare all records of a batch, history: %s',
  verifies('changes.log.linear'),
  async (keepsValues) => {
    const client = await openSession();
    const log = { keepsValues, importId: null };
    const context = contextText({ storeVersion: 1, log, at: null, by: null });
    for (let i = 0; i < SINGLE_UPDATES; i++) await update(client, 1, context);
    const unlogged = await update(client, RECORDS, '');
    const logged = await update(client, RECORDS, context);
    // Comparing all pairs takes about sixty times as long as the update.
    expect(logged).toBeLessThan(unlogged * 12);
  },
);
