import { parseContract } from '../../../contracts/ground/contract.ts';
import { ExportRecordsRequest } from '../../../contracts/records/record-query.ts';
import { ExportStoreRecordsQuery } from '../../../contracts/records/records.ts';
import type { LiveUrls } from '../../../encoding/live-urls.ts';
import { ValidationError } from '../../../ground/errors.ts';
import type { StoreRow } from '../../../ground/rows.ts';
import { type Principal, requireAccountKey } from '../../../ports/access.ts';
import { EVERYTHING, type Filter, NEWEST_FIRST, type Order } from '../../../query/ast.ts';
import { type ExportChoice, exportLayout, LINK_MEMBERS } from '../../../schema/export-layout.ts';
import type { ExportedRecords } from '../../../storage/index.ts';
import type { CallOptions } from '../../../turns/caller.ts';
import { boundReading } from '../../calls/bounded-reading.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { urlsOfImage } from '../../live-images/live-links.ts';
import { openStore } from '../../stores/open-store.ts';
import type { RecordExport, RecordService } from '../service/record-service.ts';
import { parseSelection } from './record-selection.ts';

/** An export holds a snapshot of the database, so a reader that stops must not hold it for long. */
const EXPORT_READING = { idle: 30_000, total: 600_000 };

interface ExportPlan extends Pick<RecordExport, 'format' | 'formulas'>, Pick<ExportChoice, 'live'> {
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
      const { format, formulas, fields = null, liveLinks } = given;
      const live =
        liveLinks === undefined ? undefined : await findLiveUrls(context, principal, store, liveLinks);
      const { limit = Number.POSITIVE_INFINITY } = options;
      return start(store, { format, formulas, where, order, limit, fields, live }, options);
    },
  };
}

/**
 * Returns what the URLs of a live image are made of.
 * @throws ForbiddenError for a store key.
 * @throws ValidationError at `liveLinks`: there is no such live image, or the store has a property with the name of a URL.
 */
async function findLiveUrls(
  context: ServiceContext,
  principal: Principal,
  { properties }: StoreRow,
  id: number,
): Promise<LiveUrls> {
  requireAccountKey(principal);
  const path = 'liveLinks';
  const taken = properties.find(({ name }) => LINK_MEMBERS.some((member) => member === name));
  if (taken !== undefined) {
    const message = `The store has a property ${taken.name}, which is the name of a URL.`;
    throw new ValidationError([{ path, message }]);
  }
  const image = await context.storage.images.get(principal.accountId, id);
  if (image === null || image.live === null) {
    throw new ValidationError([{ path, message: `No live image has the id ${id}.` }]);
  }
  return urlsOfImage(context, { ...image, live: image.live });
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
