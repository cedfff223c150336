import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import type { Backend } from '../../packages/storage-postgres/src/dialect/backends.ts';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { citusMissing, startCitus } from '../cluster/citus.ts';
import { ACCOUNT, storeNamed } from '../cluster/stores.ts';
import { startCluster } from '../postgres/cluster.ts';
import { seeded } from '../seeded.ts';
import { benchOptions } from './bench-options.ts';
import { median } from './median.ts';
import { printTable } from './result-table.ts';

// Compares the storage on a Citus cluster (a coordinator, two workers) with the one on the same PostgreSQL, in turns, on
// one machine: all nodes and the caller share its processors.

const { only, quick, slice } = benchOptions();
const STORES = 100;
const RECORDS = 1_000;
const CALLERS = 8;
const ROUNDS = quick ? 1 : 5;
const BATCH = 100;
const COPIED = quick ? 10_000 : 100_000;
const PAGE = 50;
const NOW = 1;

interface Side {
  readonly storage: Storage;
  readonly stores: readonly StoreRow[];
}

const slots = ['t0', 't1'] as const;
const properties = slots.map((slot) => ({
  name: slot,
  type: 'string' as const,
  required: false,
  unique: false,
  description: null,
  slot,
}));

let ids = 0;
const newRecord = () => ({
  id: `n${++ids}`,
  slots,
  values: ['Shoes', 'A text of some length'],
  complete: true,
});
const restored = () => ({
  id: `n${++ids}`,
  createdAt: NOW,
  updatedAt: NOW,
  values: ['Shoes', 'A text of some length'],
});
const many = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make);
const random = seeded(1);
const anyOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
const anyId = () => `r${Math.floor(random() * RECORDS)}`;

const OPERATIONS: Readonly<Record<string, (side: Side) => Promise<unknown>>> = {
  get: async ({ storage, stores }) => storage.records.get(anyOf(stores), anyId(), NOW),
  'page of 50': ({ storage, stores }) =>
    storage.records.find(
      anyOf(stores),
      { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: PAGE },
      NOW,
    ),
  insert: ({ storage, stores }) => storage.records.insert(anyOf(stores), newRecord(), NOW),
  patch: ({ storage, stores }) =>
    storage.records.patch(anyOf(stores), anyId(), { slots: ['t0'], values: ['Boots'] }, NOW),
  'batch of 100': ({ storage, stores }) => storage.records.upsert(anyOf(stores), many(BATCH, newRecord), NOW),
  'list of stores': ({ storage }) =>
    storage.stores.list(ACCOUNT, { nameContains: null, before: null, limit: PAGE }),
};

async function open(url: string, backend: Backend): Promise<Side> {
  const storage = postgresStorage({ url, backend });
  await storage.migrate();
  const stores = [];
  for (let i = 0; i < STORES; i++) stores.push(await storage.stores.insert(storeNamed(`s${i}`, properties)));
  for (const store of stores) {
    const records = Array.from({ length: RECORDS }, (_, i) => ({ ...restored(), id: `r${i}` }));
    await storage.records.restore(store, records);
  }
  return { storage, stores };
}

/** Returns the calls for each second. */
async function rate(side: Side, run: (side: Side) => Promise<unknown>, seconds: number): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1_000;
  let calls = 0;
  const call = async () => {
    for (; performance.now() < until; calls++) await run(side);
  };
  await Promise.all(many(CALLERS, call));
  return (calls * 1_000) / (performance.now() - began);
}

/** Returns the records for each second of a copy into a new store. */
async function copyRate({ storage }: Side): Promise<number> {
  const store = await storage.stores.insert(storeNamed(`copy${++ids}`, properties));
  const began = performance.now();
  for (let copied = 0; copied < COPIED; copied += BATCH) {
    await storage.records.restore(store, many(BATCH, restored));
  }
  return (COPIED * 1_000) / (performance.now() - began);
}

async function compare(name: string, sides: readonly [Side, Side], measure: (side: Side) => Promise<number>) {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    rates[0].push(await measure(sides[0]));
    rates[1].push(await measure(sides[1]));
  }
  const [postgres, citus] = [median(rates[0]), median(rates[1])];
  return [name, Math.round(postgres).toString(), Math.round(citus).toString(), (citus / postgres).toFixed(2)];
}

function isWanted(name: string): boolean {
  return only.length === 0 || only.some((word) => name.includes(word));
}

async function run(): Promise<void> {
  const citus = await startCitus({ durable: true });
  const postgres = await startCluster({ durable: true });
  const sides = [await open(postgres.url, 'postgres'), await open(citus.coordinator.url, 'citus')] as const;
  try {
    const rows = [];
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      if (!isWanted(name)) continue;
      for (const side of sides) await rate(side, operation, slice / 2);
      rows.push(await compare(name, sides, (side) => rate(side, operation, slice)));
    }
    if (isWanted('copy')) rows.push(await compare(`copy of ${COPIED.toLocaleString('en')}`, sides, copyRate));
    printTable(['for each second', 'PostgreSQL', 'Citus', 'ratio'], rows);
  } finally {
    await Promise.all(sides.map(({ storage }) => storage.close()));
    await Promise.all([citus.stop(), postgres.stop()]);
  }
}

if (!citusMissing()) await run();
