import type { Caller, CallOptions } from '@vitrine/core';
import {
  BoundedMap,
  MAX_RECORD_BYTES,
  type MaybePromise,
  textLength,
  whenHere,
  withinBytes,
} from '@vitrine/core/adapter';
import type { Millis, RecordRow, RecordStorage, StoreRow } from '@vitrine/core/storage';
import { authored, logged } from '../change-log/logged-write.ts';
import type { SqlDriver } from '../driver.ts';
import { readRecord, shapeName } from '../layout/record-layout.ts';
import { runWrite } from '../run-write.ts';
import type { RecordSearches } from './answerers.ts';
import { commitArgs, guardOf, liveOf, shaped, shapeOf, stateOf, writeOf } from './record-args.ts';
import { givenRecords } from './writes/given-records.ts';

export function sqlRecords(driver: SqlDriver, searches: RecordSearches): RecordStorage {
  const widths = storeWidths();

  function get(store: StoreRow, id: string, now: Millis): MaybePromise<RecordRow | null> {
    const shape = shapeOf(store);
    const found = driver.look('getRecord', { ...liveOf(store, now), shape: shape.name, id });
    return whenHere(found, (row) => (row === null ? null : readRecord(shape, row)));
  }

  return {
    get,
    async getAll(store, ids, now) {
      if (ids.length === 0) return [];
      const shape = shapeOf(store);
      const rows = await driver.look('getRecords', { ...liveOf(store, now), shape: shape.name, ids });
      return rows.map((row) => readRecord(shape, row));
    },
    insert: (store, record, now, options) =>
      runWrite(
        driver,
        'insertRecord',
        { ...writeOf(store, now, options), record: shaped(record) },
        callerOf(store),
        options,
      ),
    async upsert(store, records, now, options) {
      if (records.length === 0) return [];
      return runWrite(
        driver,
        'upsertRecords',
        {
          ...writeOf(store, now, options),
          storeShape: shapeOf(store).name,
          records: givenRecords(records),
        },
        callerOf(store),
        options,
      );
    },
    async patch(store, id, { slots, values }, now, options = {}) {
      const { expected } = options;
      const shape = shapeOf(store);
      const patched = await driver.run(
        'patchRecord',
        {
          ...writeOf(store, now, options),
          storeShape: shape.name,
          record: shaped({ id, slots, values }),
          expected: expected === undefined ? null : stateOf(expected),
        },
        callerOf(store),
      );
      return patched === null || typeof patched === 'string' ? patched : readRecord(shape, patched);
    },
    async deleteUnchanged(store, id, expected, now, options) {
      return driver.run(
        'deleteUnchangedRecord',
        { ...writeOf(store, now, options), storeShape: shapeOf(store).name, id, expected: stateOf(expected) },
        callerOf(store),
      );
    },
    async commit(transaction) {
      const [first] = transaction.reads;
      if (first === undefined) return true;
      return driver.run('commitRecords', commitArgs(transaction), callerOf(first.store));
    },
    async delete(store, ids, now, options) {
      if (ids.length === 0) return [];
      const args = { ...liveOf(store, now), ids, now, isLogged: store.isLogged, ...authored(options) };
      return runWrite(driver, 'deleteRecords', args, callerOf(store), options);
    },
    async restore(store, records, change) {
      if (records.length === 0) return 0;
      if (change !== undefined && store.recordTtl !== null) {
        const ids = records.map(({ id }) => id);
        await driver.run('removeExpiredRecords', { storeId: store.id, ids, now: change.at }, callerOf(store));
      }
      return driver.run('restoreRecords', {
        ...guardOf(store),
        ...authored(change),
        ...(change === undefined ? { log: null, at: null } : { ...logged(store), at: change.at }),
        storeShape: shapeOf(store).name,
        records: records.map(({ id, createdAt, updatedAt, values }) => ({
          id,
          createdAt,
          updatedAt,
          values,
        })),
      });
    },
    async find(store, query, now, options) {
      const shape = shapeOf(store);
      const { where, order, after, limit, maxBytes = null } = query;
      const width = maxBytes === null ? 'narrow' : widths.of(store.id);
      const batch = maxBytes === null || width === 'narrow' ? limit + 1 : batchOf(maxBytes);
      const page = { shape: shape.name, where, order, after, limit, maxBytes, batch };
      const args = { ...liveOf(store, now), ...page, isWide: width === 'wide' };
      const { rows: found, more } = await searches.find(args, callerOf(store, options), options?.onAnswered);
      const records = found.map((row) => readRecord(shape, row));
      if (maxBytes === null) return { rows: records, more };
      const rows = withinBytes(records, maxBytes);
      widths.note(store.id, found.length, textLength(records));
      return { rows, more: more || rows.length < records.length };
    },
    count: (store, where, now, options) =>
      searches.run(
        { name: 'countRecords', args: { ...liveOf(store, now), where } },
        callerOf(store, options),
        options?.onAnswered,
      ),
    aggregate: (store, op, slot, where, now, options) =>
      searches.run(
        { name: 'aggregateRecords', args: { ...liveOf(store, now), op, slot, where } },
        callerOf(store, options),
        options?.onAnswered,
      ),
    summarize: (store, query, now, options) =>
      searches.run(
        { name: 'summarizeRecords', args: { ...liveOf(store, now), ...query } },
        callerOf(store, options),
        options?.onAnswered,
      ),
    export: (store, { where, order, limit }, encoding, now, options) =>
      driver.export(
        { ...liveOf(store, now), ...guardOf(store), where, order, after: null, limit, encoding },
        callerOf(store, options),
      ),
    purge: (storeId, limit) => driver.run('purgeRecords', { storeId, limit }),
    purgeExpired: (store, after, limit, now) =>
      driver.run('purgeExpiredRecords', { storeId: store.id, after, limit, now }),
    async clearSlots(store, slots, after, limit) {
      return driver.run('clearRecordSlots', {
        ...guardOf(store),
        shape: shapeName(slots),
        after,
        limit,
      });
    },
    copySlot: (store, { from, to }, copies) =>
      driver.run('copyRecordSlot', {
        ...guardOf(store),
        ...{ from, to },
        copies: copies.map(({ seq, value, copy }) => ({ seq, value, copy })),
      }),
  };
}

/** The caller of a store's operation. Only a scan reads the signal, because a request creates it when it is read. */
class StoreCaller implements Caller {
  readonly account: string;
  readonly #options: CallOptions;

  constructor(account: string, options: CallOptions) {
    this.account = account;
    this.#options = options;
  }

  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }
}

function callerOf({ accountId }: StoreRow, options: CallOptions = {}): Caller {
  return new StoreCaller(accountId, options);
}

/** After a page with this much text, in UTF-16 units, a store counts as wide. */
const WIDE_BYTES = 1024 * 1024;
/** Pages of so few records do not show that a store is narrow. */
const FEW = 16;
const STORES_KEPT = 10_000;

/**
 * How large the records of a store are, by its latest telling page. Wide stores are read in the scan lane, in batches.
 */
type StoreWidth = 'wide' | 'narrow' | 'unknown';

/**
 * Caches the widths of stores. A store that is not known to be narrow is read in batches, so that no page is held
 * whole.
 */
interface StoreWidths {
  of(storeId: string): StoreWidth;
  /** Notes the number of records of a page and the length of their text. */
  note(storeId: string, records: number, length: number): void;
}

function storeWidths(): StoreWidths {
  const known = new BoundedMap<string, StoreWidth>(STORES_KEPT);
  return {
    of: (storeId) => known.get(storeId) ?? 'unknown',
    note(storeId, records, length) {
      const width = length >= WIDE_BYTES ? 'wide' : 'narrow';
      if ((width === 'narrow' && records <= FEW) || known.get(storeId) === width) return;
      known.set(storeId, width);
    },
  };
}

/** Returns the number of records in a batch of a wide store: the largest ones have `maxBytes` together. */
function batchOf(maxBytes: number): number {
  return Math.max(1, Math.floor(maxBytes / MAX_RECORD_BYTES));
}
