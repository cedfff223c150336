import type { Change } from '../../contracts/changes/changes.ts';
import type { StoreRecordResponse } from '../../contracts/records/records.ts';
import type { Secrets } from '../../ports/ports.ts';
import { type Filter, NEWEST_FIRST } from '../../query/ast.ts';
import { recordToJson, showRecord } from '../../schema/record-json.ts';
import type { ChangeRow, LoggedPage, RecordRow, Slice, StoreRow } from '../../storage/index.ts';
import { propertyAt } from '../../storage/stores/changes.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { encodeChangePosition } from './change-position.ts';

/** Which entries of a log a reader wants, and in which form. */
export interface ChangeSelection {
  /** Of created and updated records only those that match. Null: all. */
  readonly where: Filter | null;
  /** Whether changes of records have the record as it is now. */
  readonly withRecords: boolean;
  /** Upper bound of the JSON bytes of the records. */
  readonly maxBytes: number;
}

/** The first of some entries, as responses show them. */
export interface ShownChanges {
  readonly items: readonly Change[];
  /** The number of the last entry that is shown or not wanted: the page goes on after it, or the log. */
  readonly end: number;
}

/** Entries whose records are looked up together, at first and at most. The first ones may have the largest records. */
const ENTRIES_FIRST = 20;
const ENTRIES_MAX = 100;

interface CurrentRecord {
  readonly record: StoreRecordResponse;
  readonly bytes: number;
}

/**
 * Shows the entries of a page of a store's log. Stops before the entry whose record exceeds the bytes, but not before the
 * first.
 *
 * @param known the store as it was last known. A store that has been deleted since has no records.
 */
export async function showChanges(
  { storage, clock, cursorSecrets: secrets, largePages }: ServiceContext,
  known: StoreRow,
  { rows, position }: LoggedPage,
  { where, withRecords, maxBytes }: ChangeSelection,
  options: CallOptions,
): Promise<ShownChanges> {
  const current = await storage.stores.get(known.accountId, known.id);
  const store = current ?? known;
  if (where === null && !withRecords) {
    return { items: rows.map((row) => showChange(secrets, store, row)), end: position };
  }

  /** Returns the live records of entries that match, by id. */
  async function findRecords(entries: readonly ChangeRow[]): Promise<Map<string, CurrentRecord>> {
    const ids = [...new Set(entries.flatMap(({ recordId }) => recordId ?? []))];
    if (current === null || ids.length === 0) return new Map();
    const page = { storeId: store.id, accountId: store.accountId, limit: ids.length };
    const found = await largePages.read(page, options, () => readRecords(ids));
    return new Map(
      found.rows.map((row) => {
        const record = showRecord(store, row);
        return [row.id, { record, bytes: withRecords ? Buffer.byteLength(recordToJson(record)) : 0 }];
      }),
    );
  }

  async function readRecords(ids: readonly string[]): Promise<Slice<RecordRow>> {
    const now = clock();
    // Unlike a search, a look-up by ids takes no turn among the searches of the account.
    if (where === null) return { rows: await storage.records.getAll(store, ids, now), more: false };
    const isOne = { column: 'id', op: 'in', values: ids } as const;
    const query = { where: { all: [isOne, where] }, order: NEWEST_FIRST, after: null, limit: ids.length };
    return storage.records.find(store, query, now, options);
  }

  const items: Change[] = [];
  let end = position;
  let bytes = 0;
  for (let start = 0, size = ENTRIES_FIRST; start < rows.length; start += size) {
    if (start > 0) size = fittingEntries(bytes / start, maxBytes - bytes);
    const part = rows.slice(start, start + size);
    const records = await findRecords(part);
    for (const row of part) {
      const current = row.recordId === null ? undefined : records.get(row.recordId);
      bytes += current?.bytes ?? 0;
      if (bytes > maxBytes && items.length > 0) return { items, end };
      end = row.position;
      if (where === null || current !== undefined || !isWrite(row))
        items.push(showChange(secrets, store, row, withRecords ? current?.record : undefined));
    }
  }
  return { items, end: position };
}

/** Returns the number of entries whose records probably fit into the bytes that are left. */
function fittingEntries(bytesOfOne: number, bytesLeft: number): number {
  return Math.max(1, Math.min(ENTRIES_MAX, Math.floor(bytesLeft / Math.max(1, bytesOfOne))));
}

/** Returns whether the entry is about a record that was there after it. */
export function isWrite({ type }: Pick<ChangeRow, 'type'>): boolean {
  return type === 'record.created' || type === 'record.updated';
}

/**
 * Returns an entry of the log as responses show it. The names of changed properties are those of now; properties that
 * were deleted since are left out.
 */
function showChange(secrets: Secrets, store: StoreRow, row: ChangeRow, record?: StoreRecordResponse): Change {
  const { position, type, recordId, at, imported } = row;
  return {
    position: encodeChangePosition(secrets, store, position),
    type,
    ...(recordId === null ? {} : { recordId }),
    at: new Date(at).toISOString(),
    version: position,
    ...(type === 'record.updated' ? { changed: changedNames(store, row) } : {}),
    ...(imported ?? {}),
    ...(record === undefined ? {} : { record }),
  };
}

/** Returns the names of the properties that a change concerns, in schema order. */
function changedNames(store: StoreRow, { slots, storeVersion }: ChangeRow): string[] {
  const changed = new Set(slots.map((slot) => propertyAt(store, slot, storeVersion)));
  return store.properties.filter((property) => changed.has(property)).map(({ name }) => name);
}
