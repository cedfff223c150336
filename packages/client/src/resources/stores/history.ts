import { sleep } from '../../deadline.ts';
import { createError } from '../../errors.ts';
import type {
  DeletedRecord,
  PurgeDeletedRecordsResponse,
  RecordHistoryEntry,
  RestoreJob,
  RestoreRecordsResponse,
  RestoreResult,
  Routes,
} from '../../generated/contracts.ts';
import type { Pages } from '../../generated/pages.ts';
import type { Methods } from '../../methods.ts';
import type { CallOptions } from '../../transport.ts';

const STORE = '/v2/stores/{storeId}';
const RESTORE = `${STORE}/restores/{restoreId}` as const;

type ListHistory = Routes[`GET ${typeof STORE}/records/{recordId}/history`]['query'];
type ListDeleted = Routes[`GET ${typeof STORE}/deleted-records`]['query'];
type ListResults = Routes[`GET ${typeof RESTORE}/results`]['query'];

/** Selects what a restore takes back: deleted records, the changes of an import, or all changes after a position. */
export type RestoreRequest =
  | { readonly ids: readonly string[] }
  | { readonly importId: string }
  | { readonly since: string };

export interface RestoreOptions extends CallOptions {
  /** Called after each look at a restore in the background. */
  readonly onProgress?: ((progress: RestoreJob) => void) | undefined;
}

/** The earlier values of records, and the deleted records, of a store with `history`. */
export interface StoreHistory {
  /** Lists the changes of a record, newest first. */
  of(recordId: string, request?: ListHistory, options?: CallOptions): Pages<RecordHistoryEntry>;
  /** Lists the deleted records, the last deletion first. */
  deleted(request?: ListDeleted, options?: CallOptions): Pages<DeletedRecord>;
  /**
   * Brings records back, waits for the end, and returns what became of each.
   *
   * @throws CursorExpiredError if the history does not go back that far.
   * @throws ConflictError if the store was deleted meanwhile. What was restored before stays.
   */
  restore(request: RestoreRequest, options?: RestoreOptions): Promise<readonly RestoreResult[]>;
  /** Brings records back. Above a hundred, the result is the state of the job that does it. */
  startRestore(request: RestoreRequest, options?: CallOptions): Promise<RestoreRecordsResponse | RestoreJob>;
  getRestore(restoreId: string, options?: CallOptions): Promise<RestoreJob>;
  /** Lists what became of each record, by record id. */
  restoreResults(restoreId: string, request?: ListResults, options?: CallOptions): Pages<RestoreResult>;
  /** Removes deleted records for good, these or all. Returns their number. */
  purge(ids?: readonly string[], options?: CallOptions): Promise<number>;
}

/** Milliseconds between two looks at a restore: at first, and at most. */
const WAIT_FIRST = 100;
const WAIT_MAX = 2_000;

export function createHistory(storeId: string, { call, list }: Methods): StoreHistory {
  const params = { storeId };

  const getRestore: StoreHistory['getRestore'] = (restoreId, options) =>
    call(`GET ${RESTORE}`, { params: { storeId, restoreId } }, options);

  const restoreResults: StoreHistory['restoreResults'] = (restoreId, query, options) =>
    list(`GET ${RESTORE}/results`, { params: { storeId, restoreId }, query }, options);

  const startRestore: StoreHistory['startRestore'] = (body, options) =>
    call(`POST ${STORE}/records/restore`, { params, body: body as object }, options);

  return {
    of: (recordId, query, options) =>
      list(`GET ${STORE}/records/{recordId}/history`, { params: { storeId, recordId }, query }, options),
    deleted: (query, options) => list(`GET ${STORE}/deleted-records`, { params, query }, options),
    startRestore,
    getRestore,
    restoreResults,
    async restore(request, { onProgress, ...options } = {}) {
      const started = await startRestore(request, options);
      if ('results' in started) return started.results;
      const { restoreId } = started;
      for (let found = started, wait = WAIT_FIRST; ; wait = Math.min(wait * 2, WAIT_MAX)) {
        onProgress?.(found);
        if (found.status === 'failed') throw createError('conflict', found.reason as string);
        if (found.status === 'done') return restoreResults(restoreId, { limit: 100 }, options).all();
        await sleep(wait, options.signal);
        found = await getRestore(restoreId, options);
      }
    },
    async purge(ids, options) {
      let purged = 0;
      for (let more = true; more; ) {
        const body = ids === undefined ? {} : { ids: [...ids] };
        const done: PurgeDeletedRecordsResponse = await call(
          `POST ${STORE}/deleted-records/purge`,
          { params, body, repeat: 'yes' },
          options,
        );
        purged += done.purged;
        more = done.more;
      }
      return purged;
    },
  };
}
