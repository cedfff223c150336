import type { Row, Statement } from '@vitrine/storage-sql';
import { describe, expect, test } from 'vitest';
import type { DatabaseNode } from './database-node.ts';
import { storeNodes } from './store-nodes.ts';

const PORT = 5432;
/** Short operations on one node that may be in flight. */
const IN_FLIGHT = 256;
/** One node may hold half of the coordinator's transactions. */
const TRANSACTIONS = 6;

type NamedNode = DatabaseNode & { readonly name: string };

/** The shard of a store is its first letter, and moves to the node that `places` says. */
function arrange(places: Record<string, string> = { a: 'one', b: 'two', c: '' }) {
  const asked: Statement[] = [];
  let isFailing = false;
  let time = 0;
  async function execute(statement: Statement): Promise<Row[]> {
    asked.push(statement);
    if (isFailing) throw new Error('no connection');
    const [store] = statement.values;
    if (store !== undefined) return [[String(store).slice(0, 1)]];
    return Object.entries(places).map(([shard, host]) => {
      return [shard, host === '' ? 0 : 1, host, PORT, `records_${shard}`];
    });
  }
  const sizes = { readers: 4, attempts: 1, writers: 4, workers: TRANSACTIONS, scanners: 2, streamers: 1 };
  const nodeOf = (name: string) => ({ name, pools: { readers: { execute }, sizes } }) as unknown as NamedNode;
  const nodes = storeNodes({
    home: nodeOf('home'),
    open: ({ host, port }) => nodeOf(`${host}:${port}`),
    now: () => time,
  });
  const started: string[] = [];
  const never = (store: string, isOnNode: boolean) => {
    const run = nodes.run('write', { store, isOnNode }, {}, () => {
      started.push(store);
      return new Promise<never>(() => {});
    });
    // One that still waits is refused seconds after the test.
    run.catch(() => undefined);
  };
  const nameOf = async (store: string) => ((await nodes.of(store)) as NamedNode).name;
  const runOn = (store: string, isOnNode: boolean) =>
    nodes.run('write', { store, isOnNode }, {}, async (node) => (node as NamedNode).name);
  return {
    nodes,
    asked,
    started,
    never,
    nameOf,
    runOn,
    places,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    fail: (failing: boolean) => {
      isFailing = failing;
    },
  };
}

describe('an operation runs', () => {
  test('on the node of its store if it uses nothing else', async () => {
    const { runOn } = arrange();
    expect([await runOn('a1', true), await runOn('b1', true), await runOn('c1', true)]).toEqual([
      'one:5432',
      'two:5432',
      'home',
    ]);
  });

  test('on the coordinator if it uses other tables too, or no store', async () => {
    const { runOn, nodes } = arrange();
    expect(await runOn('a1', false)).toBe('home');
    expect(await nodes.run('write', null, {}, async (node) => (node as NamedNode).name)).toBe('home');
  });

  test('with the shard of its store, if it runs on the server of the shard', async () => {
    const { nodes } = arrange();
    const shardOf = (store: string, isOnNode = true) =>
      nodes.run('read', { store, isOnNode }, {}, async (_, shard) => shard);
    expect(await shardOf('a1')).toEqual({ id: 'a', group: 1, table: 'records_a' });
    expect(await shardOf('a1', false)).toBeNull();
    expect(await shardOf('c1')).toBeNull();
    expect(await nodes.run('read', null, {}, async (_, shard) => shard)).toBeNull();
  });

  test('on the new node of a store within seconds of its move', async () => {
    const { nameOf, places, advance } = arrange();
    expect(await nameOf('a1')).toBe('one:5432');
    places.a = 'two';
    expect(await nameOf('a1')).toBe('one:5432');
    advance(5_000);
    expect(await nameOf('a1')).toBe('two:5432');
  });
});

describe('a node that does not respond', () => {
  test('holds a limited number of operations on its stores, and those on others go on', async () => {
    const { never, started, runOn } = arrange();
    for (let i = 0; i <= IN_FLIGHT; i++) never('a1', true);
    expect(await runOn('b1', true)).toBe('two:5432');
    expect(started.length).toBe(IN_FLIGHT);
  });

  test('holds at most half of the transactions of the coordinator', async () => {
    const { never, started, runOn } = arrange();
    for (let i = 0; i < TRANSACTIONS; i++) never('a1', false);
    expect(await runOn('b1', false)).toBe('home');
    expect(started.length).toBe(TRANSACTIONS / 2);
  });
});

test('the shard of a store and the places of all shards are looked up once', async () => {
  const { nameOf, asked } = arrange();
  await Promise.all(['a1', 'a1', 'b1'].map(nameOf));
  await nameOf('a1');
  expect(asked.map(({ values }) => values)).toEqual([[], ['a1'], ['b1']]);
});

test('a failed look-up fails the operation, and is made again for the next one', async () => {
  const { runOn, fail } = arrange();
  fail(true);
  await expect(runOn('a1', true)).rejects.toThrow('no connection');
  fail(false);
  expect(await runOn('a1', true)).toBe('one:5432');
});

describe('a write that returns no row', () => {
  const place = { store: 'a1', isOnNode: true };
  const write: Statement = { text: 'INSERT', values: ['a1'], alone: true };

  /** Returns the rows of a write, and how often it ran, with the shard of its store at each look-up. */
  async function written(shards: readonly string[], responses: readonly Row[][], statement = write) {
    const left = [...shards];
    let runs = 0;
    const execute = arrange().nodes.confirming(place, async (sent) => {
      if (sent === statement) return responses[runs++] ?? [];
      return [[left.shift() ?? '']];
    });
    return { rows: await execute(statement), runs, left };
  }

  test('is run again, and trusted if the store was in one shard meanwhile', async () => {
    expect(await written(['a', 'a'], [])).toEqual({ rows: [], runs: 2, left: [] });
  });

  test('is run again until the shard of its store no longer changes', async () => {
    expect(await written(['a', 'b', 'b', 'b'], [])).toEqual({ rows: [], runs: 3, left: [] });
    expect(await written(['a', 'b'], [[], [['r1']]])).toEqual({ rows: [['r1']], runs: 2, left: [] });
  });

  test('is not run again if it returns a row, or is in a transaction of several', async () => {
    expect(await written([], [[['r1']]])).toEqual({ rows: [['r1']], runs: 1, left: [] });
    expect(await written([], [], { text: 'SELECT', values: ['a1'] })).toEqual({
      rows: [],
      runs: 1,
      left: [],
    });
  });
});
