import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import { expect, test } from 'vitest';
import { isNightly } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { makeDatabasePlace } from './database-place.ts';

const WRITER = fileURLToPath(new URL('./transaction-writer.ts', import.meta.url));
const PRELOAD = new URL('./kill-at-statement.ts', import.meta.url).href;
const STATEMENTS_MAX = 1_000;
const TIMEOUT = 1_800_000;
/** By day every seventh statement. Different remainders are reached at night. */
const STEP = isNightly ? 1 : 7;

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

/** Runs the writer and kills it right before the nth statement. Returns whether it was killed. */
async function killAt(url: string, { me, orders, lines }: Shop, statement: number): Promise<boolean> {
  const port = url.startsWith('sqlite:') ? '' : new URL(url).port;
  const child = spawn(
    process.execPath,
    ['--conditions=vitrine-source', `--import=${PRELOAD}`, WRITER, url, me.accountId, orders, lines],
    {
      env: { ...process.env, KILL_AT_STATEMENT: String(statement), KILL_AT_PORT: port },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code, signal] = await once(child, 'exit');
  expect([code, signal], errors).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal !== null;
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
      for (let statement = 1; statement < STATEMENTS_MAX; statement += STEP) {
        const shop = await createShop(vitrine);
        const isKilled = await killAt(place.url, shop, statement);
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
