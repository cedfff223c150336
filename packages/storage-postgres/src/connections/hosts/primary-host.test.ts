import { UnavailableError } from '@vitrine/core/adapter';
import type { Storage } from '@vitrine/core/storage';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../../test/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/database.ts';
import { verifies } from '../../../../../test/requirements.ts';
import { postgresStorage } from '../../postgres-storage.ts';
import { searchedHost } from './primary-host.ts';

// Failovers between real servers are in test/faults/failover.test.ts.

let database: TestDatabase;
const opened: Storage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
});
afterAll(() => database.drop());

function withHosts(...hosts: string[]): string {
  const { username, password, pathname, search } = new URL(database.url);
  return `postgres://${username}${password && `:${password}`}@${hosts}${pathname}${search}`;
}

describe('a URL with several hosts', () => {
  test('uses the one that accepts connections', verifies('operations.failover'), async () => {
    const { host } = new URL(database.url);
    const storage = postgresStorage({ url: withHosts(`127.0.0.1:${await freePort()}`, host) });
    opened.push(storage);
    await storage.migrate();
    await storage.accounts.insert({ id: 'a', name: 'A', createdAt: 1, limits: {}, imageHosts: [] });
    expect(await storage.accounts.list()).toHaveLength(1);
  });

  test('says which hosts do not respond', async () => {
    const [one, other] = [await freePort(), await freePort()];
    const storage = postgresStorage({ url: withHosts(`127.0.0.1:${one}`, `127.0.0.1:${other}`) });
    opened.push(storage);
    await expect(storage.migrate()).rejects.toThrow(
      new RegExp(`127\\.0\\.0\\.1:${one},127\\.0\\.0\\.1:${other}/.* does not respond \\(ECONNREFUSED\\)`),
    );
  });
});

describe('of several hosts', () => {
  const config = (options = '') => ({ connectionString: database.url, options });
  const readOnly = '-c default_transaction_read_only=on';
  const nothing = () => undefined;

  test('one that accepts no writes is skipped', verifies('operations.failover'), async () => {
    const hosts = searchedHost([config(readOnly), config()]);
    const connection = await hosts.open('read', nothing);
    const [row] = await connection.execute({ text: 'SHOW default_transaction_read_only', values: [] });
    expect(row).toEqual(['off']);
    connection.destroy();
    await hosts.close();
  });

  test('none is used if none accepts writes', async () => {
    const hosts = searchedHost([config(readOnly), config(readOnly)]);
    await expect(hosts.open('read', nothing)).rejects.toThrow(UnavailableError);
    await hosts.close();
  });

  test('a wrong password is reported rather than a host that is down', async () => {
    const wrong = new URL(database.url);
    wrong.username = 'nobody-here';
    const down = new URL(database.url);
    down.port = String(await freePort());
    const hosts = searchedHost([{ connectionString: down.href }, { connectionString: wrong.href }]);
    await expect(hosts.open('read', nothing)).rejects.toMatchObject({ code: '28000' });
    await hosts.close();
  });
});
