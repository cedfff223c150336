import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { makeDatabasePlace } from './database-place.ts';
import { killAtStatement } from './killed-process.ts';

const STATEMENTS_MAX = 1_000;
const TIMEOUT = 1_800_000;

interface Shop {
  readonly me: Principal;
  readonly orders: string;
  readonly lines: string;
  /** Of the log of lines, at the start. */
  readonly since: string;
}

async function createShop(vitrine: Vitrine): Promise<Shop> {
  const me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const create = async (name: string) => {
    const properties = [
      { name: 'key', type: 'string', unique: true },
      { name: 'n', type: 'number' },
    ] as const;
    return (await vitrine.stores.create(me, { name, properties: [...properties], changes: true })).id;
  };
  const [orders, lines] = [await create('orders'), await create('lines')];
  await vitrine.records.add(me, orders, { key: 'count', n: 0 });
  const { cursor: since } = await vitrine.changes.list(me, lines);
  return { me, orders, lines, since };
}

/** Returns the number of transactions that were made, and expects all writes of each, and their entries. */
async function countWhole(vitrine: Vitrine, { me, orders, lines, since }: Shop): Promise<number> {
  const keysOf = async (store: string) =>
    (await vitrine.records.list(me, store, { limit: 100, sortBy: 'key' })).items.map(({ key }) => key);
  const made = Number((await vitrine.records.get(me, orders, 'count')).n);
  const rounds = Array.from({ length: made }, (_, round) => round);
  expect(await keysOf(orders)).toEqual(['count', ...rounds.map((round) => `order ${round}`)]);
  expect(await keysOf(lines)).toEqual(
    rounds.flatMap((round) =>
      [0, 1, 2]
        .filter((line) => line > 0 || round === made - 1)
        .map((line) => `order ${round}, line ${line}`),
    ),
  );
  const { items } = await vitrine.changes.list(me, lines, { since, limit: 100 });
  expect(items.filter(({ type }) => type === 'record.created')).toHaveLength(3 * made);
  expect(items.filter(({ type }) => type === 'record.deleted')).toHaveLength(Math.max(0, made - 1));
  return made;
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a process that is killed at any statement leaves all writes of a transaction or none, on %s',
  { ...verifies('library.transactions'), timeout: TIMEOUT },
  async (kind) => {
    const place = await makeDatabasePlace(kind);
    const vitrine = await createVitrine({ storage: place.open() });
    try {
      const outcomes = new Map<number, number>();
      for (let statement = 1; statement < STATEMENTS_MAX; statement++) {
        const shop = await createShop(vitrine);
        const { me, orders, lines } = shop;
        const writer = [place.url, me.accountId, orders, lines] as const;
        const isKilled = await killAtStatement(
          new URL('./transaction-writer.ts', import.meta.url),
          writer,
          statement,
        );
        const made = await countWhole(vitrine, shop);
        outcomes.set(made, (outcomes.get(made) ?? 0) + 1);
        if (!isKilled) break;
      }
      console.log({ kind, kills: Object.fromEntries(outcomes) });
      expect([...outcomes.keys()].toSorted()).toEqual([0, 1, 2]);
    } finally {
      await vitrine.close();
      await place.drop();
    }
  },
);
