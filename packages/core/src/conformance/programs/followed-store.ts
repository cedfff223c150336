import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Millis, Slot, SlotValue, StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import { type ChangeRow, type HistoryRow, propertyAt } from '../../storage/stores/changes.ts';
import type { NewStore } from '../../storage/stores/stores.ts';
import { findRows, NOW } from '../fixtures/arrange.ts';

/** What the stores of a program ask for, in turns: no log, a log, and a history. */
const LOGS: readonly Partial<NewStore>[] = [{}, { changes: true }, { history: 3_600 }];

/** Returns what the store with this index asks for. */
export function logOf(index: number): Partial<NewStore> {
  return LOGS[index % LOGS.length] ?? {};
}

const LIMIT = 7;
const EVERYTHING = {
  where: { all: [] },
  order: { column: 'id', direction: 'asc' },
  after: null,
  limit: 1_000_000,
} as const;

type Values = Map<Slot, SlotValue>;

/**
 * A copy of a store to which the entries of its log are applied. Null: a record that had expired when its entry was read, so
 * that its values are not known.
 */
export interface FollowedStore {
  after: number;
  readonly records: Map<string, Values | null>;
  /** An import has written records that its entry will announce. */
  isBehind: boolean;
}

/** Follows a new store from its first entry. Null: the store has no log. */
export function followStore({ isLogged }: StoreRow): FollowedStore | null {
  return isLogged ? { after: 0, records: new Map(), isBehind: false } : null;
}

/**
 * Applies the new entries to the copy, and returns them. The order of entries of different records within a call is not part
 * of the contract.
 * @throws AssertionError if the copy then differs from the store.
 */
export async function follow(
  storage: Storage,
  store: StoreRow,
  followed: FollowedStore,
  now: Millis,
): Promise<unknown[]> {
  const entries = await catchUp(storage, store, followed, now);
  if (!followed.isBehind && !entries.some(({ type }) => type === 'store.deleted')) {
    await compareCopy(storage, store, followed, now);
  }
  return entries
    .map(({ type, recordId, at, slots, imported }) => {
      const numbers = imported && [imported.created, imported.updated, imported.refused];
      return [recordId, type, at - NOW, slots.toSorted(), numbers] as const;
    })
    .sort(([a], [b]) => compareText(a ?? '', b ?? ''));
}

/** Applies the entries that are new to the copy, and returns them, also while others write. */
export async function catchUp(
  storage: Storage,
  store: StoreRow,
  followed: FollowedStore,
  now: Millis,
): Promise<ChangeRow[]> {
  const entries: ChangeRow[] = [];
  for (let more = true; more; ) {
    const page = await storage.changes.read(store.id, { after: followed.after, limit: LIMIT });
    assert(page !== 'expired', 'entries are missing');
    entries.push(...page.rows);
    ({ more, position: followed.after } = page);
  }
  // Where two storages of one process share a file, one may have read before the commit that the other one shows. A request
  // to another process arrives in a later turn.
  await nextTurn();
  for (const entry of entries) await apply(storage, store, followed, entry, now);
  return entries;
}

async function apply(
  storage: Storage,
  store: StoreRow,
  followed: FollowedStore,
  { type, recordId }: ChangeRow,
  now: Millis,
): Promise<void> {
  const { records } = followed;
  if (type === 'records.imported') {
    followed.isBehind = false;
    records.clear();
    for (const row of await findRows(storage, store, EVERYTHING, now))
      records.set(row.id, valuesOf(store, row));
  } else if (type === 'store.schema') {
    const slots = new Set(store.properties.map(({ slot }) => slot));
    for (const values of records.values()) {
      for (const slot of values?.keys() ?? []) if (!slots.has(slot)) values?.delete(slot);
    }
  } else if (recordId !== null) {
    if (type === 'record.deleted' || type === 'record.expired') records.delete(recordId);
    else {
      const row = await storage.records.get(store, recordId, now);
      records.set(recordId, row && valuesOf(store, row));
    }
  }
}

/** @throws AssertionError if the copy differs from the store, which nobody writes to meanwhile. */
export async function compareCopy(
  storage: Storage,
  store: StoreRow,
  { records }: FollowedStore,
  now: Millis,
): Promise<void> {
  const live = new Map((await findRows(storage, store, EVERYTHING, now)).map((row) => [row.id, row]));
  for (const row of live.values()) {
    const copied = records.get(row.id);
    assert(copied !== undefined, `the copy has no record ${row.id}`);
    if (copied !== null) assert.deepEqual(copied, valuesOf(store, row));
  }
  // What has expired has no entry until it is purged.
  if (store.recordTtl === null) assert.deepEqual([...records.keys()].sort(), [...live.keys()].sort());
}

function valuesOf({ properties }: StoreRow, { values }: { readonly values: readonly SlotValue[] }): Values {
  return new Map(
    properties.flatMap(({ slot }, i): [Slot, SlotValue][] => {
      const value = values[i] ?? null;
      return value === null ? [] : [[slot, value]];
    }),
  );
}

/** Returns the history of all records that have one, oldest first, by the properties of now. */
export async function showHistory(storage: Storage, store: StoreRow): Promise<unknown[]> {
  const first = await storage.changes.firstChanges(store.id, { after: 0 }, null, EVERYTHING.limit);
  const shown = first.map(async ({ recordId }) => {
    const page = { before: null, limit: EVERYTHING.limit };
    const { rows } = await storage.changes.history(store.id, recordId, page);
    return [recordId, rows.reverse().map((row) => showEntry(store, row))];
  });
  return Promise.all(shown);
}

function showEntry(store: StoreRow, { type, at, slots, before, storeVersion, importId }: HistoryRow) {
  const isOf = (slot: Slot) => propertyAt(store, slot, storeVersion) !== undefined;
  const values = Object.entries(before ?? {}) as [Slot, SlotValue][];
  return [
    ...[type, at - NOW, importId !== null, before === null],
    slots.filter(isOf).sort(),
    values.filter(([slot]) => isOf(slot)).sort(([a], [b]) => compareText(a, b)),
  ];
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
