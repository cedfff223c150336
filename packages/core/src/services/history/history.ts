import {
  type DeletedRecord,
  ListDeletedRecordsQuery,
  PurgeDeletedRecordsRequest,
  type RecordHistoryEntry,
  RecordHistoryQuery,
} from '../../contracts/changes/history.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import { PAGE_MAX_BYTES } from '../../ground/limits.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { guardWrites, requireAccountKey } from '../../ports/access.ts';
import { fold } from '../../query/fold.ts';
import type { HistoryRow, Slice, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { purgeHistory } from '../records/writes/purge-history.ts';
import { openStore } from '../stores/open-store.ts';
import { earlierRecord } from './earlier-record.ts';
import type { HistoryService } from './history-service.ts';
import { showDeletedRecord, showHistoryEntry, type ValuesAfter } from './history-view.ts';
import { restoreCalls } from './restores.ts';

/** Deleted records that a search reads at most for a page. */
const SEARCHED_MAX = 1_000;
/** Deleted records that a purge removes at most in a call, and in a step. */
const PURGED_MAX = 10_000;
const PURGED_STEP = 100;

export function historyService(context: ServiceContext): HistoryService {
  const { storage, clock, cursorSecrets: secrets } = context;

  /** Returns the history after the newest entry and the values of the record now, which belong together. */
  async function readNewest(store: StoreRow, recordId: string, limit: number) {
    for (;;) {
      const history = await storage.changes.history(store.id, recordId, { before: null, limit });
      const current = await storage.records.get(store, recordId, clock());
      const [newest] = (await storage.changes.history(store.id, recordId, { before: null, limit: 1 })).rows;
      if (newest?.position !== history.rows[0]?.position) continue;
      return { history, after: current?.values ?? null };
    }
  }

  /** Returns a page of history, and what the values were after its first entry. */
  async function readHistory(
    store: StoreRow,
    recordId: string,
    before: number | null,
    limit: number,
  ): Promise<{ readonly history: Slice<HistoryRow>; readonly after: ValuesAfter }> {
    if (before === null) return readNewest(store, recordId, limit);
    // The entry at the position is the one that followed.
    const page = { before: before + 1, limit: limit + 1 };
    const { rows, more } = await storage.changes.history(store.id, recordId, page);
    const next = rows.find(({ position }) => position === before);
    const others = rows.filter(({ position }) => position < before);
    return {
      history: { rows: others.slice(0, limit), more: more || others.length > limit },
      after: valuesBefore(store, next),
    };
  }

  const service: HistoryService = {
    ...restoreCalls(context),

    async list(principal, storeId, recordId, query = {}) {
      const store = await openStore(context, principal, storeId);
      const { limit, cursor } = parseContract(RecordHistoryQuery, query);
      const scope = [principal.accountId, 'ListRecordHistory', store.id, recordId];
      const before = pageStart(secrets, scope, cursor);
      if (!canBeStored(recordId)) return { items: [], limit };
      const { history, after: newest } = await readHistory(store, recordId, before, limit);
      let after = newest;
      const items: RecordHistoryEntry[] = history.rows.map((row) => {
        const isGone = row.type === 'record.deleted' || row.type === 'record.expired';
        const item = showHistoryEntry(secrets, store, row, isGone ? null : after);
        after = valuesBefore(store, row);
        return item;
      });
      return cutPage(items, limit, history, (last) => numberCursor(secrets, scope, last.position));
    },

    async listDeleted(principal, storeId, query = {}) {
      const store = await openStore(context, principal, storeId);
      const { limit, cursor, q } = parseContract(ListDeletedRecordsQuery, query);
      const scope = [principal.accountId, 'ListDeletedRecords', store.id, q];
      const wanted = q === undefined ? null : fold(q);
      let before = pageStart(secrets, scope, cursor);
      const found: HistoryRow[] = [];
      const items: DeletedRecord[] = [];
      for (let read = 0, more = true; more; ) {
        if (read >= SEARCHED_MAX) return { items, limit, cursor: numberCursor(secrets, scope, before ?? 0) };
        const slice = await storage.changes.deleted(store.id, { before, limit });
        for (const row of slice.rows) {
          before = row.position;
          const item = showDeletedRecord(secrets, store, row);
          if (wanted !== null && !matchesText(item, wanted)) continue;
          if (items.length === limit) return cutPage(items, limit, { rows: found, more: true }, lastCursor);
          found.push(row);
          items.push(item);
        }
        more = slice.more;
        read += slice.rows.length;
      }
      return cutPage(items, limit, { rows: found, more: false }, lastCursor);

      function lastCursor({ position }: HistoryRow): string {
        return numberCursor(secrets, scope, position);
      }
    },

    async purgeDeleted(principal, storeId, request = {}) {
      const store = await openStore(context, principal, storeId);
      requireAccountKey(principal);
      const { ids } = parseContract(PurgeDeletedRecordsRequest, request);
      if (ids !== undefined) {
        const given = [...new Set(ids)].filter(canBeStored);
        const rows = await storage.changes.lastChanges(store.id, given);
        const gone = rows.filter(({ type }) => type === 'record.deleted' || type === 'record.expired');
        await purgeHistory(
          storage,
          store.id,
          gone.map(({ recordId }) => recordId),
          clock(),
        );
        return { purged: gone.length, more: false };
      }
      for (let purged = 0; ; ) {
        const { rows } = await storage.changes.deleted(store.id, { before: null, limit: PURGED_STEP });
        if (rows.length === 0) return { purged, more: false };
        if (purged >= PURGED_MAX) return { purged, more: true };
        await purgeHistory(
          storage,
          store.id,
          rows.map(({ recordId }) => recordId),
          clock(),
        );
        purged += rows.length;
      }
    },
  };
  return guardWrites(service, {
    list: 'reads',
    listDeleted: 'reads',
    restore: 'writes',
    getRestore: 'reads',
    listRestoreResults: 'reads',
    purgeDeleted: 'writes',
  });
}

/** Returns the values before a change. Undefined: they are not kept. */
function valuesBefore(store: StoreRow, row: HistoryRow | undefined): ValuesAfter {
  return row?.before == null ? undefined : earlierRecord(store, row).values;
}

function matchesText({ id, values }: DeletedRecord, wanted: string): boolean {
  return [id, ...Object.values(values)].some(
    (value) => typeof value === 'string' && fold(value).includes(wanted),
  );
}

/** Returns a page of at most `PAGE_MAX_BYTES`, but of at least one item. */
function cutPage<Item>(
  items: Item[],
  limit: number,
  { rows, more }: Slice<HistoryRow>,
  cursorAfter: (last: HistoryRow) => string,
) {
  let bytes = 0;
  const end = items.findIndex((item, i) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > PAGE_MAX_BYTES && i > 0;
  });
  if (end < 0) return pageOf(items, limit, { rows, more }, cursorAfter);
  return pageOf(items.slice(0, end), limit, { rows: rows.slice(0, end), more: true }, cursorAfter);
}
