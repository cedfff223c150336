import type { Row, Statement } from '@vitrine/storage-sql';
import { expect, test } from 'vitest';
import { nodeTurns } from './node-turns.ts';

const SIZES = { readers: 4, writers: 4, workers: 6, scanners: 2, streamers: 1 };

/** Each store is on the node with its first letter. */
function arrange() {
  const looked: Statement[] = [];
  const turns = nodeTurns(SIZES, async (statement): Promise<Row[]> => {
    looked.push(statement);
    return [[String(statement.values[0]).slice(0, 1)]];
  });
  const started: string[] = [];
  const never = (store: string) =>
    void turns.run('read', store, {}, () => {
      started.push(store);
      return new Promise<never>(() => {});
    });
  return { turns, looked, started, never };
}

test('operations on one node hold at most half of a pool, and those on others go on', async () => {
  const { turns, started, never } = arrange();
  for (const store of ['a1', 'a2', 'a3', 'a4']) never(store);
  expect(await turns.run('read', 'b1', {}, async () => 'b')).toBe('b');
  expect(started).toEqual(['a1', 'a2']);
});

test('each lane has its own turns', async () => {
  const { turns, never } = arrange();
  for (const store of ['a1', 'a2', 'a3']) never(store);
  expect(await turns.run('write', 'a1', {}, async () => 'written')).toBe('written');
  expect(await turns.run('scan', 'a1', {}, async () => 'scanned')).toBe('scanned');
});

test('operations without a store need no turn', async () => {
  const { turns, looked } = arrange();
  expect(await turns.run('write', null, {}, async () => 'done')).toBe('done');
  expect(looked).toEqual([]);
});

test('the node of a store is looked up once', async () => {
  const { turns, looked } = arrange();
  await Promise.all(['a1', 'a1', 'b1'].map((store) => turns.run('read', store, {}, async () => null)));
  await turns.run('write', 'a1', {}, async () => null);
  expect(looked.map(({ values }) => values)).toEqual([['a1'], ['b1']]);
});

test('a failed look-up fails the operation, and is made again for the next one', async () => {
  let isFailing = true;
  const turns = nodeTurns(SIZES, async () => {
    if (isFailing) throw new Error('no connection');
    return [['a']];
  });
  const run = () => turns.run('read', 'a1', {}, async () => 'done');
  await expect(run()).rejects.toThrow('no connection');
  isFailing = false;
  expect(await run()).toBe('done');
});
