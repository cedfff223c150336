import { parseContract } from '../contracts/contract.ts';
import { ExportRecordsRequest } from '../contracts/record-queries.ts';
import { ExportStoreRecordsQuery } from '../contracts/records.ts';
import { EVERYTHING, type Filter, NEWEST_FIRST, type Order } from '../query/ast.ts';
import { pickFields, type ShownRecord, showRecord } from '../schema/record-json.ts';
import { schemaOf } from '../schema/store-schema.ts';
import type { RecordRow, Slice, StoreRow } from '../storage/index.ts';
import type { CallOptions } from '../turns/caller.ts';
import { TYPE_RULES } from '../values/property-types.ts';
import { boundReading } from './bounded-reading.ts';
import type { ServiceContext } from './context.ts';
import { openStore } from './open-store.ts';
import { parseSelection } from './record-selection.ts';
import type { RecordExport, RecordService } from './record-service.ts';

/** An export holds a snapshot of the database, so a reader that stops must not hold it for long. */
const EXPORT_READING = { idle: 30_000, total: 600_000 };

interface ExportPlan extends Pick<RecordExport, 'format' | 'formulas'> {
  readonly where: Filter;
  readonly order: Order;
  /** The maximum number of records. Infinity: all. */
  readonly limit: number;
  /** The members of each record, in this order. Null: all. */
  readonly fields: readonly string[] | null;
}

export function recordExport(context: ServiceContext): Pick<RecordService, 'export' | 'exportMatching'> {
  const { storage, clock } = context;

  async function start(store: StoreRow, plan: ExportPlan, options: CallOptions): Promise<RecordExport> {
    const { format, formulas, where, order, limit, fields } = plan;
    const now = clock();
    const chunks = boundReading(
      (signal) => storage.records.scan(store, { where, order, limit }, now, { signal }),
      EXPORT_READING,
      options,
    );
    // Whether more records exist belongs to the snapshot of the records, so it comes with them.
    const first = await chunks.next();
    const columns = fields ?? allColumns(store);
    return {
      storeId: store.id,
      format,
      formulas,
      columns,
      textColumns: new Set(columns.filter((name) => isText(store, name))),
      truncated: first.done !== true && first.value.more,
      records: showChunks(first, chunks, (row) => {
        const record = showRecord(store, row);
        return fields === null ? record : pickFields(record, fields);
      }),
    };
  }

  return {
    async export(principal, storeId, query = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const given = parseContract(ExportStoreRecordsQuery, query);
      return start(store, { ...given, where: EVERYTHING, order: NEWEST_FIRST, fields: null }, options);
    },

    async exportMatching(principal, storeId, request, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { given, where, order } = parseSelection(store, ExportRecordsRequest, request);
      const { format, formulas, fields = null } = given;
      const limit = Number.POSITIVE_INFINITY;
      return start(store, { format, formulas, where, order, limit, fields }, options);
    },
  };
}

/** Returns all members. A property may be named id. Its value equals the record's id, so there is only one column. */
function allColumns({ properties }: StoreRow): readonly string[] {
  return [...new Set(['id', ...properties.map(({ name }) => name), 'date_created', 'date_updated'])];
}

/** Returns whether the values of the column are text of a user. Ids are if they are the text of a unique property. */
function isText(store: StoreRow, name: string): boolean {
  const { idProperty, propertiesByName } = schemaOf(store);
  if (name === 'id') return idProperty !== null;
  const property = propertiesByName.get(name);
  return property !== undefined && TYPE_RULES[property.type].slotKind === 't';
}

/** Returns the chunks, of which the first has been read. Leaving before the first one was taken frees them too. */
function showChunks(
  first: IteratorResult<Slice<RecordRow>>,
  chunks: AsyncIterableIterator<Slice<RecordRow>>,
  show: (row: RecordRow) => ShownRecord,
): AsyncIterableIterator<ShownRecord[]> {
  let step: IteratorResult<Slice<RecordRow>> | null = first;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const { done, value } = step ?? (await chunks.next());
      step = null;
      if (done === true) return { done, value: undefined };
      return { value: value.rows.map(show) };
    },
    async return() {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
}
