import { parseContract } from '../../contracts/contract.ts';
import { ExportRecordsRequest } from '../../contracts/record-queries.ts';
import { ExportStoreRecordsQuery } from '../../contracts/records.ts';
import type { StoreRow } from '../../ground/rows.ts';
import { EVERYTHING, type Filter, NEWEST_FIRST, type Order } from '../../query/ast.ts';
import { exportLayout } from '../../schema/export-layout.ts';
import type { ExportedRecords } from '../../storage/index.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { boundReading } from '../calls/bounded-reading.ts';
import type { ServiceContext } from '../calls/context.ts';
import { openStore } from '../stores/open-store.ts';
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
  const { storage, clock, closing } = context;

  async function start(store: StoreRow, plan: ExportPlan, { signal }: CallOptions): Promise<RecordExport> {
    const { where, order, limit, ...written } = plan;
    const now = clock();
    const { encoding, ...layout } = exportLayout(store, written);
    const chunks = boundReading(
      (ending) => storage.records.export(store, { where, order, limit }, encoding, now, { signal: ending }),
      EXPORT_READING,
      // A shutdown can't wait for a reader.
      { signal: signal === undefined ? closing : AbortSignal.any([signal, closing]) },
    );
    // Whether more records exist belongs to the snapshot of the records, so it comes with them.
    const first = await chunks.next();
    return {
      storeId: store.id,
      ...layout,
      truncated: first.done !== true && first.value.more,
      chunks: continueWith(first, chunks),
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
      const { limit = Number.POSITIVE_INFINITY } = options;
      return start(store, { format, formulas, where, order, limit, fields }, options);
    },
  };
}

/** Returns the chunks, of which the first has been read. Leaving before the first one was taken frees them too. */
function continueWith(
  first: IteratorResult<ExportedRecords>,
  chunks: AsyncIterableIterator<ExportedRecords>,
): AsyncIterableIterator<ExportedRecords> {
  let step: IteratorResult<ExportedRecords> | null = first;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const next = step ?? (await chunks.next());
      step = null;
      return next;
    },
    async return() {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
}
