import { hash } from 'node:crypto';
import { parseContract } from '../../../contracts/ground/contract.ts';
import { QueryRecordsRequest } from '../../../contracts/records/record-query.ts';
import { ListStoreRecordsQuery, type StoreRecordResponse } from '../../../contracts/records/records.ts';
import type { Page } from '../../../ground/calls/pages.ts';
import { MAX_RECORD_BYTES, PAGE_MAX_BYTES } from '../../../ground/limits.ts';
import {
  EVERYTHING,
  type Filter,
  NEWEST_FIRST,
  type Order,
  type Position,
  positionIn,
  sortKeys,
  tieDirection,
} from '../../../query/ast.ts';
import { encodeCursor } from '../../../query/cursor.ts';
import { encodeRecordCursor, readRecordCursor } from '../../../query/record-cursor.ts';
import { readOrder } from '../../../schema/queries/read-query.ts';
import type { Millis, RecordRow, StoreRow } from '../../../storage/index.ts';
import type { SearchOptions } from '../../../turns/caller.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { fitPage, type PageOptions } from '../../calls/page-size.ts';
import { openStore } from '../../stores/open-store.ts';
import type { RecordService } from '../service/record-service.ts';
import { findSortIssues, parseSelection, selectFields, throwIssues } from './record-selection.ts';

/** More than two records weigh (`weighRecord`), so that a page that ends by its size has a record after it. */
const TWO_RECORDS = 4 * MAX_RECORD_BYTES;

interface PageRequest {
  readonly where: Filter;
  readonly order: Order;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** What the cursor is bound to. */
  readonly scope: readonly string[];
  readonly now: Millis;
  /** Bytes of JSON that the items may have together. */
  readonly maxBytes: number;
}

/** Queries of records in pages with a cursor: the list, which matches everything, and the query. */
export function recordQueries(context: ServiceContext): Pick<RecordService, 'list' | 'query'> {
  const { storage, clock, cursorSecrets: secrets, largePages } = context;

  /** Returns the position of a cursor. Null: the beginning of the list. */
  function readPosition(
    store: StoreRow,
    { scope, order, now }: PageRequest,
    cursor: string,
    options: SearchOptions,
  ): Promise<Position | null> {
    return readRecordCursor(secrets, scope, order, cursor, async (seq) => {
      const where = { column: 'seq', op: 'eq', value: seq } as const;
      const query = { where, order: NEWEST_FIRST, after: null, limit: 1 };
      const [row] = (await storage.records.find(store, query, now, options)).rows;
      return row === undefined ? null : positionOf(store, row, order);
    });
  }

  async function readPage(
    store: StoreRow,
    request: PageRequest,
    options: PageOptions,
  ): Promise<Page<StoreRecordResponse>> {
    const { where, order, limit, cursor, scope, now, maxBytes } = request;
    const after = cursor === undefined ? null : await readPosition(store, request, cursor, options);
    const page = { storeId: store.id, accountId: store.accountId, limit };
    // The cursor of an order by text needs the record after the page, because it may separate two long texts.
    const isByText = hasTexts(order);
    const query = {
      where,
      order,
      after,
      limit: isByText ? limit + 1 : limit,
      maxBytes: Math.max(maxBytes, TWO_RECORDS),
    };
    const { rows, more } = await largePages.read(page, options, () =>
      storage.records.find(store, query, now, options),
    );
    const { items } = fitPage(store, rows.length > limit ? rows.slice(0, limit) : rows, maxBytes);
    // The rows are at least two if there are more.
    if (isByText && more && items.length === rows.length) items.pop();
    const last = rows[items.length - 1];
    const next = rows[items.length];
    if (last === undefined || (next === undefined && !more)) return { items, limit };
    const position = (row: RecordRow) => positionOf(store, row, order);
    if (next === undefined) return { items, limit, cursor: encodeCursor(secrets, scope, position(last)) };
    const shown = rows.slice(0, items.length).map(position);
    return {
      items,
      limit,
      cursor: encodeRecordCursor(secrets, scope, order, shown, position(next)),
    };
  }

  return {
    async list(principal, storeId, query = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { limit, cursor, sortBy, sortDir } = parseContract(ListStoreRecordsQuery, query, (input) =>
        findSortIssues(store, input),
      );
      const { order, issues } = readOrder(store, sortBy, sortDir);
      throwIssues(issues);
      const scope = [principal.accountId, 'ListStoreRecords', store.id, ...nameOrder(order)];
      const request = {
        where: EVERYTHING,
        order,
        limit,
        cursor,
        scope,
        now: clock(),
        maxBytes: PAGE_MAX_BYTES,
      };
      return readPage(store, request, options);
    },

    async query(principal, storeId, request = {}, options = {}) {
      const { maxBytes = PAGE_MAX_BYTES } = options;
      const store = await openStore(context, principal, storeId);
      const { given, where, order } = parseSelection(store, QueryRecordsRequest, request);
      const { fields, limit, cursor, total } = given;
      const now = clock();
      const { accountId } = principal;
      const scope = [accountId, 'QueryStoreRecords', store.id, ...nameOrder(order), digestOf(where)];
      const page = await readPage(store, { where, order, limit, cursor, scope, now, maxBytes }, options);
      const queried = { ...page, items: selectFields(page.items, fields) };
      if (total !== true) return queried;
      const isWhole = cursor === undefined && page.cursor === undefined;
      const count = isWhole ? queried.items.length : await storage.records.count(store, where, now, options);
      return { ...queried, total: count };
    },
  };
}

/**
 * Returns what a cursor is bound to of an order. Ascending orders by time have had other ties, so cursors of that time
 * are of another list (docs/query-semantics.md#pages).
 */
function nameOrder(order: Order): string[] {
  const keys = sortKeys(order).flatMap(({ column, direction }) => [column, direction]);
  return tieDirection(order) === 'asc' ? [...keys, 'oldest first'] : keys;
}

/** Returns a digest of the filter, because cursors are signed with what they are bound to, and filters may be large. */
function digestOf(where: Filter): string {
  return hash('sha256', JSON.stringify(where), 'base64url');
}

/** Returns whether values of the order are texts. */
function hasTexts(order: Order): boolean {
  return sortKeys(order).some(({ column }) => column === 'id' || column.startsWith('t'));
}

function positionOf(store: StoreRow, row: RecordRow, order: Order): Position {
  return positionIn(order, row.seq, (column) => {
    switch (column) {
      case 'seq':
      case 'id':
        return row[column];
      case 'created_at':
        return row.createdAt;
      case 'updated_at':
        return row.updatedAt;
      default:
        return row.values[store.properties.findIndex(({ slot }) => slot === column)] ?? null;
    }
  });
}
