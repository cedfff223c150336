import { createTurns } from '@vitrine/core/adapter';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/postgres/database.ts';
import { type Connection, openConnection } from '../connections/connection/connection.ts';
import { exclusivePool } from '../connections/pools/exclusive-pool.ts';
import { scanRunner } from './scan-runner.ts';

/** A runner over so many connections, and a scan that returns the first cell. */
async function arrange(connections: number, wrap = (connection: Connection) => connection) {
  const database = await createTestDatabase();
  const group = exclusivePool(connections, async (onEnd) =>
    wrap(await openConnection({ config: { connectionString: database.url }, role: 'scan', onEnd })),
  );
  onTestFinished(async () => {
    await group.close();
    await database.drop();
  });
  const turns = createTurns({ queue: 'scans', atOnce: connections, waiting: 9, refusal: 'Too many.' });
  const { run } = scanRunner(group, turns);
  const scan = async (text: string, signal?: AbortSignal) => {
    const rows = await run({ account: 'a', signal }, (execute) => execute({ text, values: [] }));
    return rows[0]?.[0];
  };
  return { scan, turns };
}

test('a scan is planned with the settings of the server when it is alone, and starts fewer workers beside others', async () => {
  const { scan } = await arrange(2);
  const setup = async () => Number(await scan('SHOW parallel_setup_cost'));
  const alone = await setup();
  expect(alone).toBeLessThan(4000);
  expect(await Promise.all([setup(), setup(), setup()])).toEqual([alone, 4000, 4000]);
  expect(await setup()).toBe(alone);
});

test('uses a connection again after its statement was cancelled, and cancels no later statement', async () => {
  const { scan } = await arrange(1);
  const session = await scan('SELECT pg_backend_pid()');
  for (let round = 0; round < 20; round++) {
    const leaving = new AbortController();
    const slow = scan('SELECT pg_sleep(60)', leaving.signal);
    // Sometimes before the statement has begun.
    setTimeout(() => leaving.abort(new Error('The client has left.')), round % 4);
    await expect(slow).rejects.toThrow('The client has left.');
    expect(await scan('SELECT pg_backend_pid(), pg_sleep(0.005)')).toBe(session);
  }
});

test('holds the turn until the server has ended the statement', async () => {
  const { scan, turns } = await arrange(1);
  await scan('SELECT 1');
  const leaving = new AbortController();
  const slow = scan('SELECT pg_sleep(60)', leaving.signal);
  setTimeout(() => leaving.abort(new Error('The client has left.')), 50);
  await expect(slow).rejects.toThrow('The client has left.');
  expect(turns.load().running).toBe(1);
  await expect.poll(() => turns.load().running).toBe(0);
});

test('ends a connection whose statement does not end after it was cancelled', async () => {
  // A block that catches cancellations can still be met by one between two catches, so these requests get lost.
  const { scan } = await arrange(1, (connection) => ({ ...connection, cancel: async () => true }));
  const session = await scan('SELECT pg_backend_pid()');
  const leaving = new AbortController();
  const stubborn = scan('SELECT pg_sleep(60)', leaving.signal);
  setTimeout(() => leaving.abort(new Error('The client has left.')), 50);
  await expect(stubborn).rejects.toThrow('The client has left.');
  expect(await scan('SELECT pg_backend_pid()')).not.toBe(session);
});
