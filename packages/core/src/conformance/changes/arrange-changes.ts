import assert from 'node:assert/strict';
import type { Slot, StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ChangeRow, KeptChanges, LoggedPage } from '../../storage/stores/changes.ts';
import type { NewStore } from '../../storage/stores/stores.ts';
import { arrangeStore, NOW, present } from '../fixtures/arrange.ts';

export const AUTHOR = { id: '01900000-0000-7000-8000-0000000000ff', name: 'Robot 漢' };

export interface LoggedStore {
  readonly store: StoreRow;
  /** The position after which the log was turned on. */
  readonly from: number;
}

/** Inserts a store whose log is on. */
export async function arrangeLogged(
  storage: Storage,
  slots: readonly Slot[] = ['t0', 'n0'],
  change: Partial<NewStore> = {},
): Promise<LoggedStore> {
  const store = await arrangeStore(storage, slots, change);
  const from = await storage.changes.turnOn(store, NOW);
  assert(from !== null);
  return { store: present(await storage.stores.get(store.accountId, store.id)), from };
}

/** Returns the page after a position. @throws AssertionError if the position has expired. */
export async function readPage(
  storage: Storage,
  storeId: string,
  after: number,
  limit = 100,
): Promise<LoggedPage> {
  const page = await storage.changes.read(storeId, { after, limit });
  assert(page !== 'expired');
  return page;
}

/** Returns entries as short texts: the type without its prefix, the record and the slots, texts first. */
export function shown(rows: readonly ChangeRow[]): string[] {
  return rows.map(({ type, recordId, slots }) => {
    const record = recordId === null ? [] : [recordId];
    return [type.replace('record.', ''), ...record, ...slots.toSorted(byKindAndNumber)].join(' ');
  });
}

function byKindAndNumber(one: Slot, other: Slot): number {
  return other.charCodeAt(0) - one.charCodeAt(0) || Number(one.slice(1)) - Number(other.slice(1));
}

/** Returns all entries after a position as short texts. */
export async function changesAfter(storage: Storage, { store, from }: LoggedStore): Promise<string[]> {
  return shown((await readPage(storage, store.id, from)).rows);
}

/** Keeps everything but what a case changes. */
export function kept(change: Partial<KeptChanges> = {}): KeptChanges {
  return { since: 0, most: 1e6, historySince: 0, historyBytes: 1e9, ...change };
}
