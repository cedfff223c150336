import { acceptedElements, acceptedMembers, parseContract } from '../contracts/contract.ts';
import {
  AggregateRecordsRequest,
  CountRecordsRequest,
  ExportStoreRecordsQuery,
  ListStoreRecordsQuery,
  SearchFilter,
  SearchRecordsRequest,
  type StoreRecordResponse,
} from '../contracts/records.ts';
import { type Issue, ValidationError } from '../errors.ts';
import { FILTERS_MAX, PAGE_MAX_BYTES } from '../limits.ts';
import { EVERYTHING, NEWEST_FIRST, type Order, type Position } from '../query/ast.ts';
import { encodeRecordCursor, readRecordCursor } from '../query/record-cursor.ts';
import { readFilters } from '../schema/read-filter.ts';
import { readOrder } from '../schema/read-order.ts';
import { showRecord } from '../schema/record-json.ts';
import { schemaOf } from '../schema/store-schema.ts';
import type { Millis, RecordRow, Slice, Slot, StoreRow } from '../storage/index.ts';
import type { CallOptions } from '../turns/caller.ts';
import { TYPE_RULES } from '../values/property-types.ts';
import { boundReading } from './bounded-reading.ts';
import type { ServiceContext } from './context.ts';
import { openStore } from './open-store.ts';
import { fitPage } from './page-size.ts';
import type { RecordService } from './record-service.ts';

/** An export holds a snapshot of the database, so a stalled reader must not hold it for long. */
const EXPORT_READING = { idle: 30_000, total: 600_000 };

type QueryCalls = Pick<RecordService, 'list' | 'search' | 'count' | 'aggregate' | 'export'>;

export function recordQuery(context: ServiceContext): QueryCalls {
  const { storage, clock, cursorSecrets: secrets, largePages } = context;

  /** Returns the position of a cursor. Null: the beginning of the list. */
  function readPosition(
    store: StoreRow,
    scope: readonly string[],
    cursor: string,
    order: Order,
    now: Millis,
    options: CallOptions,
  ): Promise<Position | null> {
    return readRecordCursor(secrets, scope, order.direction, cursor, async (seq) => {
      const where = { column: 'seq', op: 'eq', value: seq } as const;
      const query = { where, order: NEWEST_FIRST, after: null, limit: 1 };
      const [row] = (await storage.records.find(store, query, now, options)).rows;
      return row === undefined ? null : positionOf(store, row, order).value;
    });
  }

  return {
    async list(principal, storeId, query = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { limit, cursor, sortBy, sortDir } = parseContract(ListStoreRecordsQuery, query, (input) =>
        findSortIssues(store, input),
      );
      const { order, issues } = readOrder(store, sortBy, sortDir);
      throwIssues(issues);
      const now = clock();
      const scope = [principal.accountId, 'ListStoreRecords', store.id, order.column, order.direction];
      const after =
        cursor === undefined ? null : await readPosition(store, scope, cursor, order, now, options);
      const page = { storeId: store.id, accountId: store.accountId, limit };
      const { rows, more } = await largePages.read(page, options, () =>
        storage.records.find(
          store,
          { where: EVERYTHING, order, after, limit: limit + 1, maxBytes: PAGE_MAX_BYTES },
          now,
          options,
        ),
      );
      const { items } = fitPage(store, rows.slice(0, limit), PAGE_MAX_BYTES);
      // The cursor is placed before a record that was read, so one item has to be removed. Two records always fit into
      // a page.
      if (more && items.length === rows.length) items.pop();
      const shown = rows.slice(0, items.length);
      const next = rows[items.length];
      const position = (row: RecordRow) => positionOf(store, row, order);
      return {
        items,
        limit,
        ...(next === undefined
          ? {}
          : {
              cursor: encodeRecordCursor(
                secrets,
                scope,
                order.direction,
                shown.map(position),
                position(next),
              ),
            }),
      };
    },

    async search(principal, storeId, request = {}, options = {}) {
      const { maxBytes = PAGE_MAX_BYTES } = options;
      const store = await openStore(context, principal, storeId);
      const { filters, match, sortBy, sortDir, limit } = parseContract(
        SearchRecordsRequest,
        request,
        (input) => [...findFilterIssues(store, input), ...findSortIssues(store, input)],
      );
      const { where, issues } = readFilters(store, filters, match);
      const { order, issues: orderIssues } = readOrder(store, sortBy, sortDir);
      throwIssues([...issues, ...orderIssues]);
      const { rows, more } = await storage.records.find(
        store,
        { where, order, after: null, limit, maxBytes },
        clock(),
        options,
      );
      const { items, isCut } = fitPage(store, rows, maxBytes);
      return { items, limit, truncated: more || isCut };
    },

    async count(principal, storeId, request = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { filters, match } = parseContract(CountRecordsRequest, request, (input) =>
        findFilterIssues(store, input),
      );
      const { where, issues } = readFilters(store, filters, match);
      throwIssues(issues);
      return { count: await storage.records.count(store, where, clock(), options) };
    },

    async aggregate(principal, storeId, request, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { field, op, filters, match } = parseContract(AggregateRecordsRequest, request, (input) => [
        ...findFieldIssues(store, input),
        ...findFilterIssues(store, input),
      ]);
      const { where, issues } = readFilters(store, filters, match);
      const slot = findNumberSlot(store, field);
      issues.unshift(...findFieldIssues(store, { field }));
      throwIssues(issues);
      const result =
        slot === null ? null : await storage.records.aggregate(store, op, slot, where, clock(), options);
      return { field, op, result };
    },

    async export(principal, storeId, query = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { format, limit, formulas } = parseContract(ExportStoreRecordsQuery, query);
      const everything = { where: EVERYTHING, order: NEWEST_FIRST, limit };
      const now = clock();
      const chunks = boundReading(
        (signal) => storage.records.scan(store, everything, now, { signal }),
        EXPORT_READING,
        options,
      );
      // Whether there are more records than the limit belongs to the same snapshot, so it comes with the records.
      const first = await chunks.next();
      return {
        storeId: store.id,
        format,
        formulas,
        properties: store.properties.map((property) => property.name),
        textProperties: new Set(
          store.properties
            .filter((property) => property.slot.startsWith('t'))
            .map((property) => property.name),
        ),
        hasTextIds: schemaOf(store).idProperty !== null,
        truncated: first.done !== true && first.value.more,
        records: showChunks(store, first, chunks),
      };
    },
  };
}

/** Yields the chunks, of which the first has been read. Stopping before the start also frees the scan. */
function showChunks(
  store: StoreRow,
  first: IteratorResult<Slice<RecordRow>>,
  chunks: AsyncIterableIterator<Slice<RecordRow>>,
): AsyncIterableIterator<StoreRecordResponse[]> {
  let step: IteratorResult<Slice<RecordRow>> | null = first;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const { done, value } = step ?? (await chunks.next());
      step = null;
      if (done === true) return { done, value: undefined };
      return { value: value.rows.map((row: RecordRow) => showRecord(store, row)) };
    },
    async return() {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
}

function positionOf(store: StoreRow, row: RecordRow, order: Order): Position {
  const { seq } = row;
  switch (order.column) {
    case 'seq':
      return { value: seq, seq };
    case 'id':
      return { value: row.id, seq };
    case 'created_at':
      return { value: row.createdAt, seq };
    case 'updated_at':
      return { value: row.updatedAt, seq };
    default: {
      const index = store.properties.findIndex((property) => property.slot === order.column);
      return { value: row.values[index] ?? null, seq };
    }
  }
}

function findNumberSlot(store: StoreRow, field: string): Slot | null {
  const property = schemaOf(store).propertiesByName.get(field);
  return property !== undefined && TYPE_RULES[property.type].isAggregable ? property.slot : null;
}

/** Returns the semantic errors of a request that has syntax errors. Ignores unreadable members. */
function findSortIssues(store: StoreRow, input: unknown): Issue[] {
  return readOrder(store, acceptedMembers(SearchRecordsRequest, input).sortBy, undefined).issues;
}

function findFilterIssues(store: StoreRow, input: unknown): Issue[] {
  return readFilters(store, acceptedElements(SearchFilter, input, 'filters', FILTERS_MAX), 'all').issues;
}

function findFieldIssues(store: StoreRow, input: unknown): Issue[] {
  const { field } = acceptedMembers(AggregateRecordsRequest, input);
  if (field === undefined || findNumberSlot(store, field) !== null) return [];
  return [{ path: 'field', message: describeNumberFields(store) }];
}

function describeNumberFields(store: StoreRow): string {
  const names = store.properties.filter(({ type }) => TYPE_RULES[type].isAggregable).map(({ name }) => name);
  return names.length === 0
    ? 'The store has no number property to aggregate.'
    : `Expected a number property: ${names.join(', ')}.`;
}

function throwIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ValidationError(issues);
}
