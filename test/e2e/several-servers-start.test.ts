import { postgresStorage } from '@vitrine/storage-postgres';
import { expect, test } from 'vitest';
import { startProcess } from '../faults/server-process.ts';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';

test('one of several storages migrates an empty database, and all find it migrated', async () => {
  const database = await createTestDatabase();
  try {
    const storages = Array.from({ length: 4 }, () => postgresStorage({ url: database.url, pool: 5 }));
    const migrations = await Promise.all(storages.map((storage) => storage.migrate()));
    await Promise.all(storages.map((storage) => storage.close()));
    expect(migrations.filter(({ from, to }) => from < to)).toHaveLength(1);
    expect(new Set(migrations.map(({ to }) => to)).size).toBe(1);
  } finally {
    await database.drop();
  }
});

test(
  'two processes that start together on an empty database share one account and its key',
  verifies('run.account-key.first-account', 'run.database-url.postgres'),
  async () => {
    const database = await createTestDatabase();
    const key = `account-${'s'.repeat(43)}`;
    const environment = {
      VITRINE_DATABASE_URL: database.url,
      VITRINE_ACCOUNT_KEY: key,
      VITRINE_LOG_LEVEL: 'error',
    };
    try {
      const started = await Promise.allSettled([startProcess(environment), startProcess(environment)]);
      const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      try {
        expect(started.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual(
          [],
        );
        const accounts = await Promise.all(
          running.map(async ({ url }) => {
            const response = await fetch(`${url}/v2/whoami`, { headers: { authorization: `Bearer ${key}` } });
            return [response.status, ((await response.json()) as { accountId: string }).accountId];
          }),
        );
        expect(accounts.map(([status]) => status)).toEqual([200, 200]);
        expect(new Set(accounts.map(([, id]) => id)).size).toBe(1);
      } finally {
        await Promise.all(running.map((server) => server.end('SIGTERM')));
      }
    } finally {
      await database.drop();
    }
  },
);
