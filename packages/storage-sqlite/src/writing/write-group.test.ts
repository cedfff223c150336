import { runSteps, type Statement, startOperation } from '@vitrine/storage-sql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Connection, openConnection } from '../connections/connection.ts';
import { sqliteEngine } from '../dialect/sqlite-engine.ts';
import type { Write } from '../messages.ts';
import { runGroup } from './write-group.ts';

let connection: Connection;
let seen: string[];

beforeEach(() => {
  const opened = openConnection({ path: ':memory:', role: 'write' });
  runSteps(startOperation(sqliteEngine, 'migrateLayout', null), opened.execute);
  seen = [];
  connection = {
    ...opened,
    execute(statement) {
      seen.push(statement.text);
      return opened.execute(statement);
    },
    get inTransaction() {
      return opened.inTransaction;
    },
  };
});

afterEach(() => connection.close());

function setting(name: string): Write {
  return { name: 'getOrInsertSetting', args: { name, value: `value of ${name}` } };
}

/** Fails in its second statement, because the hash is taken. */
function keyWithHash(id: string, hash: string): Write {
  const key = {
    id,
    accountId: 'a',
    storeId: null,
    name: '',
    hash,
    prefix: '',
    createdAt: 1,
    lastUsedAt: null,
    expiresAt: null,
    readOnly: false,
    addresses: null,
    exchanges: null,
  };
  return { name: 'insertApiKey', args: { key } };
}

/** Yields what is left, and leaves what nobody has taken. */
function* takeFrom(waiting: Iterator<Write>): Generator<Write, void> {
  for (let next = waiting.next(); next.done !== true; next = waiting.next()) yield next.value;
}

function storedSetting(name: string): unknown {
  return runSteps(startOperation(sqliteEngine, 'getSetting', { name }), connection.execute);
}

/** Returns the connection with a fault: the statement with this text fails with the engine's code. */
function failing(text: string, code: string, times = Number.POSITIVE_INFINITY): Connection {
  let left = times;
  return {
    ...connection,
    execute(statement: Statement) {
      if (statement.text === text && left-- > 0) throw Object.assign(new Error('it failed'), { code });
      return connection.execute(statement);
    },
    get inTransaction() {
      return connection.inTransaction;
    },
  };
}

describe('a group of writes', () => {
  test('commits once, and returns the result of every operation', () => {
    const { results, failures } = runGroup(connection, [setting('a'), setting('b'), setting('a')]);
    expect(results).toEqual(['value of a', 'value of b', 'value of a']);
    expect(failures).toEqual([]);
    expect(seen.filter((text) => text === 'COMMIT')).toHaveLength(1);
  });

  test('runs without savepoints unless one of several operations fails', () => {
    runGroup(connection, [setting('a')]);
    runGroup(connection, [setting('b'), keyWithHash('k1', 'h')]);
    expect(seen[0]).toBe('BEGIN IMMEDIATE');
    runGroup(connection, [keyWithHash('k2', 'h')]);
    expect(seen.some((text) => text.startsWith('SAVEPOINT'))).toBe(false);
    runGroup(connection, [setting('c'), keyWithHash('k3', 'h')]);
    expect(seen.filter((text) => text.startsWith('SAVEPOINT'))).toHaveLength(2);
  });

  test('reads once whether a store has changed, until a store is written', () => {
    const store = { id: 's', accountId: 'a', name: 'A store', description: null, recordTtl: null };
    const times = { createdAt: 1, updatedAt: 1 };
    runGroup(connection, [
      {
        name: 'insertStore',
        args: {
          ...{ ...store, storeType: 'library', properties: '[]', ...times, enqueue: [] },
          ...{ changes: false, history: null, by: null },
        },
      },
    ]);
    const insert = (id: string): Write => {
      const guard = { storeId: 's', storeNumber: 1, accountId: 'a', version: 1 };
      const record = { id, shape: '', values: [] };
      return {
        name: 'insertRecord',
        args: { ...guard, now: 1, expiredUpTo: null, by: null, log: null, record },
      };
    };
    const change = {
      ref: { id: 's', accountId: 'a' },
      change: { name: 'Another' },
      now: 2,
      enqueue: [],
      by: null,
    };
    seen = [];
    const { results } = runGroup(connection, [
      insert('1'),
      insert('2'),
      insert('1'),
      { name: 'updateStore', args: change },
      insert('3'),
    ]);
    expect([...results.slice(0, 3), results[4]]).toEqual(['created', 'created', 'exists', 'stale']);
    expect(seen.filter((text) => text.startsWith('SELECT id\nFROM stores'))).toHaveLength(2);
  });

  test('rolls back an operation that fails, and no other, and ends with it', () => {
    const waiting = [setting('a'), keyWithHash('k1', 'h'), keyWithHash('k2', 'h'), setting('b')].values();
    const { group, results, failures } = runGroup(connection, takeFrom(waiting));
    expect(group.map(({ name }) => name)).toEqual(['getOrInsertSetting', 'insertApiKey', 'insertApiKey']);
    expect(results).toEqual(['value of a', null, null]);
    expect(failures).toEqual([[2, expect.objectContaining({ code: 'internal', fatal: false })]]);
    expect(runGroup(connection, takeFrom(waiting)).results).toEqual(['value of b']);
    expect([storedSetting('a'), storedSetting('b')]).toEqual(['value of a', 'value of b']);
    expect(connection.execute({ text: 'SELECT id FROM api_keys', values: [] })).toEqual([['k1']]);
    // The number that the failed operation had reserved was rolled back too.
    expect(
      connection.execute({ text: "SELECT last FROM sequences WHERE name = 'api_keys'", values: [] }),
    ).toEqual([[1]]);
  });

  test('rolls back a single operation that fails', () => {
    runGroup(connection, [keyWithHash('k1', 'h')]);
    const { failures } = runGroup(connection, [keyWithHash('k2', 'h')]);
    expect(failures).toHaveLength(1);
    expect(connection.inTransaction).toBe(false);
  });

  test('fails as a whole when it cannot commit, and is unavailable if the disk is full', () => {
    const { failures } = runGroup(failing('COMMIT', 'SQLITE_FULL'), [setting('a'), setting('b')]);
    expect(failures.map(([index, { code, message }]) => [index, code, message])).toEqual([
      [0, 'unavailable', 'The disk is full.'],
      [1, 'unavailable', 'The disk is full.'],
    ]);
    expect([connection.inTransaction, storedSetting('a')]).toEqual([false, null]);
  });

  test('tries to begin several times while another process writes', () => {
    expect(runGroup(failing('BEGIN IMMEDIATE', 'SQLITE_BUSY', 2), [setting('a')]).failures).toEqual([]);
    const { failures } = runGroup(failing('BEGIN IMMEDIATE', 'SQLITE_BUSY'), [setting('b'), setting('c')]);
    expect(failures).toHaveLength(2);
    expect(failures[0]?.[1]).toMatchObject({ code: 'unavailable', message: 'The database is busy.' });
  });

  test('marks a failed fsync as fatal in any statement', () => {
    const atCommit = runGroup(failing('COMMIT', 'SQLITE_IOERR_FSYNC'), [setting('a'), setting('b')]);
    expect(atCommit.failures.map(([, { fatal }]) => fatal)).toEqual([true, true]);
    const group = [setting('a'), keyWithHash('k1', 'h'), keyWithHash('k2', 'h')];
    const inside = runGroup(failing('RELEASE operation', 'SQLITE_IOERR_FSYNC'), group);
    expect(inside.failures.map(([, { fatal }]) => fatal)).toEqual([true, true, true]);
  });
});
