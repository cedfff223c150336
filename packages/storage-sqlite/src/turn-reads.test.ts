import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageRow, RestoredImage } from '@vitrine/core/storage';
import { runSteps, type Statement, startOperation } from '@vitrine/storage-sql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEW_IMAGE } from '../../../test/new-image.ts';
import { type Connection, fixed, openConnection } from './connections/connection.ts';
import { prepareFile } from './connections/database-file.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';
import { type TurnReads, turnReads } from './turn-reads.ts';

let folder: string;
let writing: Connection;
let reading: Connection;
let reads: TurnReads;
let seen: string[];

const KEY = {
  id: 'k',
  accountId: 'a',
  storeId: null,
  name: 'a key',
  hash: 'h',
  prefix: 'p',
  createdAt: 1,
  lastUsedAt: null,
  expiresAt: null,
  readOnly: false,
  addresses: null,
  exchanges: null,
};
const IMAGE: RestoredImage = { ...NEW_IMAGE, id: 1, thumbnail: null, version: 1 };
const STORE = {
  id: 's',
  accountId: 'a',
  name: 'A store',
  description: null,
  recordTtl: null,
  storeType: 'library',
  properties: '[]',
  createdAt: 1,
  updatedAt: 1,
  enqueue: [],
};

/** Writes of another connection, as those of another process. */
function write(
  ...operation: Parameters<typeof startOperation> extends [unknown, ...infer Rest] ? Rest : never
) {
  writing.execute(fixed('BEGIN IMMEDIATE'));
  runSteps(startOperation(sqliteEngine, ...operation), writing.execute);
  writing.execute(fixed('COMMIT'));
}

const findKey = () => reads.run('findApiKey', { hash: 'h' });
const storeVersion = () => reads.run('getStoreVersion', { id: 's', accountId: 'a' });
const looksUp = (table: string) => seen.filter((text) => text.includes(`FROM ${table}`)).length;
const LOOK = 'SELECT changes FROM look_ups';
/** Resolves after the event loop has polled for input again. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-turns-'));
  const path = join(folder, 'data.db');
  prepareFile(path, false);
  writing = openConnection({ path, role: 'write' });
  write('migrateLayout', null);
  write('insertApiKey', { key: KEY });
  write('insertStore', STORE);
  const opened = openConnection({ path, role: 'read' });
  seen = [];
  reading = {
    ...opened,
    execute(statement: Statement) {
      seen.push(statement.text);
      return opened.execute(statement);
    },
    get inTransaction() {
      return opened.inTransaction;
    },
  };
  reads = turnReads(reading);
});

afterEach(() => {
  reads.end();
  reading.close();
  writing.close();
  rmSync(folder, { recursive: true });
});

describe('the reads of a turn', () => {
  test('share a transaction, which ends before the event loop polls for input again', async () => {
    findKey();
    await null;
    storeVersion();
    await new Promise((resolve) => process.nextTick(resolve));
    findKey();
    expect(reading.inTransaction).toBe(true);
    await nextTurn();
    expect(reading.inTransaction).toBe(false);
    expect(seen.filter((text) => text === 'BEGIN')).toHaveLength(1);
  });

  test('look up keys and stores once until they change', async () => {
    for (let turn = 0; turn < 3; turn++) {
      expect(findKey()).toEqual(KEY);
      expect(storeVersion()).toBe(1);
      await nextTurn();
      write('insertApiKey', { key: { ...KEY, id: `k${turn}`, hash: `h${turn}` } });
      write('getOrInsertSetting', { name: `setting ${turn}`, value: 'of no concern' });
    }
    expect([looksUp('api_keys'), looksUp('stores')]).toEqual([1, 1]);
  });

  test('need no transaction for cached results', async () => {
    findKey();
    await nextTurn();
    seen.length = 0;
    for (let turn = 0; turn < 3; turn++) {
      findKey();
      findKey();
      await nextTurn();
    }
    expect(seen).toEqual([LOOK, LOOK, LOOK]);
  });

  test('see in the next turn that another connection has revoked the key', async () => {
    expect(findKey()).toEqual(KEY);
    await nextTurn();
    write('revokeApiKey', { accountId: 'a', keyId: 'k', keepOneAccountKey: false, now: 2 });
    expect(findKey()).toBeNull();
  });

  test('see in the next turn that another connection has changed or deleted the store', async () => {
    const ref = { id: 's', accountId: 'a' };
    storeVersion();
    await nextTurn();
    write('updateStore', { ref, change: { name: 'Another name' }, now: 2, enqueue: [] });
    expect(storeVersion()).toBe(2);
    await nextTurn();
    write('markStoreDeleted', { ref, now: 3, enqueue: [] });
    expect(storeVersion()).toBeNull();
  });

  test('see in the next turn that another connection has made an image private', async () => {
    const picture = () => reads.run('findPublicImage', { publicId: 'p' }) as ImageRow | null;
    write('restoreImage', { image: IMAGE });
    expect(picture()?.active).toBe(true);
    await nextTurn();
    write('updateImage', { accountId: 'a', id: 1, change: { active: false }, now: 2 });
    expect(picture()?.active).toBe(false);
  });

  test('see commits from before the turn was ended', () => {
    findKey();
    write('revokeApiKey', { accountId: 'a', keyId: 'k', keepOneAccountKey: false, now: 2 });
    reads.end();
    expect(findKey()).toBeNull();
  });

  test('see commits after a number of reads if the event loop never polls', () => {
    findKey();
    write('revokeApiKey', { accountId: 'a', keyId: 'k', keepOneAccountKey: false, now: 2 });
    let looks = 0;
    while (findKey() !== null && looks < 1_000) looks++;
    expect(looks).toBeLessThan(200);
  });

  test('do not cache that a key is unknown', async () => {
    const key = { ...KEY, id: 'k2', hash: 'h2' };
    expect(reads.run('findApiKey', { hash: 'h2' })).toBeNull();
    await nextTurn();
    write('insertApiKey', { key });
    expect(reads.run('findApiKey', { hash: 'h2' })).toEqual(key);
  });

  test('continue after one that fails', () => {
    expect(() => reads.run('findApiKey', { hash: {} as unknown as string })).toThrow();
    expect(reading.inTransaction).toBe(false);
    expect(findKey()).toEqual(KEY);
  });
});
