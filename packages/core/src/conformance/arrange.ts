import type {
  AccountRow,
  ApiKeyRow,
  Millis,
  NewJob,
  PropertyRow,
  RecordRow,
  Slot,
  SlotValue,
  StoreRow,
} from '../ground/rows.ts';
import { type Column, type Order, type Position, positionIn, type RecordQuery } from '../query/ast.ts';
import type { SlotValues, UpsertRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { NewStore, SchemaChange } from '../storage/stores.ts';

/** The current time of every case. Storages get the time as an argument, so it does not advance. */
export const NOW: Millis = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
export const SECOND = 1000;

// Callers of a storage choose the ids. These are unique and have the length of real ones.
let lastId = 0;

function uuid(): string {
  return `01900000-0000-7000-8000-${(++lastId).toString(16).padStart(12, '0')}`;
}

export function accountRow(change: Partial<AccountRow> = {}): AccountRow {
  return { id: uuid(), name: 'An account', createdAt: NOW, limits: {}, imageHosts: [], ...change };
}

export function apiKeyRow(accountId: string, change: Partial<ApiKeyRow> = {}): ApiKeyRow {
  const id = uuid();
  return {
    id,
    accountId,
    storeId: null,
    name: 'A key',
    hash: id.replaceAll('-', '').repeat(2),
    prefix: 'account-abc',
    createdAt: NOW,
    lastUsedAt: null,
    expiresAt: null,
    readOnly: false,
    addresses: null,
    ...change,
  };
}

/** Returns a property with the slot: a string for a `t` slot, a number for an `n` slot. */
export function property(slot: Slot, change: Partial<PropertyRow> = {}): PropertyRow {
  return {
    name: `property ${slot}`,
    type: slot.startsWith('t') ? 'string' : 'number',
    required: false,
    unique: false,
    description: null,
    slot,
    ...change,
  };
}

export function newStore(accountId: string, change: Partial<NewStore> = {}): NewStore {
  return {
    id: (++lastId).toString(36).padStart(16, 'S'),
    accountId,
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    changes: false,
    history: null,
    properties: [property('t0'), property('n0')],
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

export function newJob(change: Partial<NewJob> = {}): NewJob {
  return { kind: 'sweep', payload: '{}', runAt: NOW, accountId: null, key: `job ${++lastId}`, ...change };
}

/** Inserts a store of a new account, with one property for each slot. */
export async function arrangeStore(
  storage: Storage,
  slots: readonly Slot[] = ['t0', 'n0'],
  change: Partial<NewStore> = {},
): Promise<StoreRow> {
  const account = accountRow();
  await storage.accounts.insert(account);
  const properties = slots.map((slot) => property(slot));
  return storage.stores.insert(newStore(account.id, { properties, ...change }));
}

/** Returns values by slot as the arguments of a write. */
export function values(bySlot: Readonly<Partial<Record<Slot, SlotValue>>>): SlotValues {
  const entries = Object.entries(bySlot) as [Slot, SlotValue][];
  return { slots: entries.map(([slot]) => slot), values: entries.map(([, value]) => value) };
}

export function record(id: string, bySlot: Readonly<Partial<Record<Slot, SlotValue>>> = {}): UpsertRecord {
  return { id, complete: true, ...values(bySlot) };
}

/** Upserts the records in order, in batches of a hundred. */
export async function arrangeRecords(
  storage: Storage,
  store: StoreRow,
  records: readonly UpsertRecord[],
  now: Millis = NOW,
): Promise<void> {
  for (let i = 0; i < records.length; i += 100) {
    const outcomes = await storage.records.upsert(store, records.slice(i, i + 100), now);
    if (outcomes === 'stale') throw new Error('an unchanged store is stale');
  }
}

/** Returns `count` records with the ids r0000, r0001, … */
export function numberedRecords(
  count: number,
  bySlot: (index: number) => Readonly<Partial<Record<Slot, SlotValue>>>,
): UpsertRecord[] {
  return Array.from({ length: count }, (_, i) => record(`r${String(i).padStart(4, '0')}`, bySlot(i)));
}

/** Inserts `count` records r0000, r0001, …, by default without values. */
export function arrangeNumbered(
  storage: Storage,
  store: StoreRow,
  count: number,
  bySlot: Parameters<typeof numberedRecords>[1] = () => ({}),
): Promise<void> {
  return arrangeRecords(storage, store, numberedRecords(count, bySlot));
}

export function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map((row) => row.id);
}

/** Returns the rows that `find` returns. */
export async function findRows(
  storage: Storage,
  store: StoreRow,
  query: RecordQuery,
  now: Millis,
): Promise<RecordRow[]> {
  return (await storage.records.find(store, query, now)).rows;
}

/** Returns the row without its insertion number, which the storage chooses. */
export function withoutSeq({ seq: _, ...row }: RecordRow): Omit<RecordRow, 'seq'> {
  return row;
}

/** Returns the row. @throws Error if it is null or an error code. */
export function present<Row>(
  row: Row | null | 'stale' | 'changed' | 'too_large' | 'not_empty' | 'purging',
): Row {
  if (row === null || typeof row === 'string') throw new Error(`expected a row, got ${row}`);
  return row;
}

/** Returns the value of a column in a row of the store. */
export function valueIn(store: StoreRow, row: RecordRow, column: Column): SlotValue {
  if (column === 'id' || column === 'seq') return row[column];
  if (column === 'created_at') return row.createdAt;
  if (column === 'updated_at') return row.updatedAt;
  return row.values[store.properties.findIndex(({ slot }) => slot === column)] ?? null;
}

/** Returns the position after the row. */
export function positionBehind(store: StoreRow, row: RecordRow, order: Order): Position {
  return positionIn(order, row.seq, (column) => valueIn(store, row, column));
}

/** Returns a change to this property list, without freed slots and jobs. */
export function schemaChange(
  properties: readonly PropertyRow[],
  change: Partial<SchemaChange> = {},
): SchemaChange {
  return { properties, freedSlots: [], requireEmpty: false, enqueue: [], ...change };
}

/** Inserts an account with a store for each name, in that order. */
export async function arrangeNamedStores(storage: Storage, names: readonly string[]): Promise<StoreRow[]> {
  const account = accountRow();
  await storage.accounts.insert(account);
  const stores: StoreRow[] = [];
  for (const name of names) stores.push(await storage.stores.insert(newStore(account.id, { name })));
  return stores;
}

/** Returns all stores of an account, newest first. */
export function listStores(storage: Storage, accountId: string, nameContains: string | null = null) {
  return storage.stores.list(accountId, { nameContains, before: null, limit: 100 });
}
