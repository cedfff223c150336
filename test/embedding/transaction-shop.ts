import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountPrincipal,
  createVitrine,
  type Principal,
  type Transaction,
  type Vitrine,
} from '@vitrine/core';
import type { CreateStoreRequest } from '@vitrine/core/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { openStorage } from './open-storage.ts';

const ORDERS: CreateStoreRequest = {
  name: 'orders',
  properties: [
    { name: 'number', type: 'string', unique: true },
    { name: 'total', type: 'number' },
  ],
  changes: true,
};
const LINES: CreateStoreRequest = {
  name: 'lines',
  properties: [
    { name: 'order', type: 'string' },
    { name: 'price', type: 'number' },
  ],
};

/** An account with two empty stores, outside of a transaction. */
export interface Shop {
  readonly vitrine: Vitrine;
  readonly me: Principal;
  /** The ids of the stores. */
  readonly orders: string;
  readonly lines: string;
  /** Of the log of orders, at the start. */
  readonly since: string;
  /** Returns the numbers of orders and of lines. */
  counts(): Promise<number[]>;
  totalOf(number: string): Promise<unknown>;
  /** Adds to the total of an order, which it reads first. */
  add(tx: Transaction, number: string, amount: number): Promise<void>;
}

/** Declares tests for each storage. Each test has a shop of its own. */
export function onEveryStorage(name: string, declare: (shop: () => Shop) => void): void {
  let folder: string;
  let database: TestDatabase;
  let opened = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-transactions-'));
    database = await createTestDatabase({ migrated: true });
  });

  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const places = {
    'the storage in memory': () => 'memory',
    'SQLite in memory': () => ':memory:',
    'a SQLite file': () => join(folder, `${opened++}.db`),
    PostgreSQL: () => database.url,
  };

  describe.each(Object.entries(places))(`${name} on %s`, (_name, place) => {
    let shop: Shop;
    beforeEach(async () => {
      shop = await openShop(place());
    });
    afterEach(() => shop.vitrine.close());
    declare(() => shop);
  });
}

async function openShop(place: string): Promise<Shop> {
  const vitrine = await createVitrine({ storage: openStorage(place) });
  const me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const orders = (await vitrine.stores.create(me, ORDERS)).id;
  const lines = (await vitrine.stores.create(me, LINES)).id;
  return {
    ...{ vitrine, me, orders, lines },
    since: (await vitrine.changes.list(me, orders)).cursor,
    counts: async () => [
      (await vitrine.records.count(me, orders)).count,
      (await vitrine.records.count(me, lines)).count,
    ],
    totalOf: async (number) => (await vitrine.records.get(me, orders, number)).total,
    add: async (tx, number, amount) => {
      const { total } = await tx.records.get(me, orders, number);
      await tx.records.patch(me, orders, number, { total: Number(total) + amount });
    },
  };
}
