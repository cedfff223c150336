import { createTurns } from '@vitrine/core/adapter';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/postgres/database.ts';
import { openConnection } from '../connections/connection/connection.ts';
import { sharedPool } from '../connections/pools/shared-pool.ts';
import { attemptRunner } from './attempt-runner.ts';

/** A runner over so many connections, and an attempt that returns the first cell. */
async function arrange(connections: number) {
  const database = await createTestDatabase();
  const pool = sharedPool(connections, (onEnd) =>
    openConnection({ config: { connectionString: database.url }, role: 'attempt', onEnd }),
  );
  onTestFinished(async () => {
    await pool.close();
    await database.drop();
  });
  const turns = createTurns({
    queue: 'attempts',
    atOnce: 4,
    share: 1,
    waiting: 2,
    refusal: 'Too many.',
  });
  const { run } = attemptRunner(pool, turns);
  const attempt = (text: string, account = 'a', signal?: AbortSignal) =>
    run({ account, signal }, async (execute) => (await execute({ text, values: [] }))[0]?.[0] ?? null);
  return { attempt, turns };
}

test('the server ends a slow attempt, whose connection is used again', async () => {
  const { attempt } = await arrange(1);
  const session = await attempt('SELECT pg_backend_pid()');
  expect(await attempt('SELECT pg_sleep(60)')).toBe(null);
  expect(await attempt('SELECT pg_backend_pid()')).toBe(session);
});

test('attempts that are sent together end one by one', async () => {
  const { attempt } = await arrange(1);
  const attempts = ['SELECT pg_sleep(60)', 'SELECT 1', 'SELECT pg_sleep(60)', 'SELECT 2'];
  expect(await Promise.all(attempts.map((text) => attempt(text)))).toEqual([null, 1, null, 2]);
});

test('an account has only its share while others are active, and is made as a scan if too many wait', async () => {
  const { attempt, turns } = await arrange(1);
  await attempt('SELECT 1', 'b');
  const slow = Array.from({ length: 3 }, () => attempt('SELECT pg_sleep(60), 1', 'a'));
  expect(turns.load()).toMatchObject({ running: 1, waiting: 1, refused: { full: 1 } });
  expect(await attempt('SELECT 3', 'b')).toBe(3);
  expect(await Promise.all(slow)).toEqual([null, null, null]);
});

test('an attempt whose connection is lost is made as a scan, and the next one has another connection', async () => {
  const { attempt } = await arrange(1);
  const session = await attempt('SELECT pg_backend_pid()');
  expect(await attempt('SELECT 1 FROM pg_terminate_backend(pg_backend_pid())')).toBe(null);
  // The end of the socket is noticed a moment later than the error.
  await expect.poll(() => attempt('SELECT pg_backend_pid()')).toBeGreaterThan(0);
  expect(await attempt('SELECT pg_backend_pid()')).not.toBe(session);
});

test('no attempt is made without connections', async () => {
  const { attempt } = await arrange(0);
  expect(await attempt('SELECT 1')).toBe(null);
});

test('errors of the statement are thrown', async () => {
  const { attempt } = await arrange(1);
  await expect(attempt('SELECT 1 / 0')).rejects.toThrow('division by zero');
});
