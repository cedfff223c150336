import type {
  DeletedRecord,
  ListDeletedRecordsQuery,
  PurgeDeletedRecordsRequest,
  PurgeDeletedRecordsResponse,
  RecordHistoryEntry,
  RecordHistoryQuery,
  RestoreJob,
  RestoreRecordsRequest,
  RestoreRecordsResponse,
  RestoreResult,
  RestoreResultsQuery,
} from '../../contracts/changes/history.ts';
import type { Page } from '../../ground/calls/pages.ts';
import type { Principal } from '../../ports/access.ts';

/**
 * What records were, and deleted records (docs/history.md). Only stores with `history` keep them. Calls throw `not_found` as
 * those of records do.
 */
export interface HistoryService {
  /** Returns the changes of a record, newest first; none for an id without history. */
  list(
    principal: Principal,
    storeId: string,
    recordId: string,
    query?: RecordHistoryQuery,
  ): Promise<Page<RecordHistoryEntry>>;
  /**
   * Returns the deleted records, the last deletion first. With `q`, a page may have fewer items than its limit, and a cursor.
   */
  listDeleted(
    principal: Principal,
    storeId: string,
    query?: ListDeletedRecordsQuery,
  ): Promise<Page<DeletedRecord>>;
  /**
   * Brings deleted records back, or takes changes back: those of an import, or all after a position. Overwrites no change that
   * was made since. Above 100 records a job does it, and the result is its state.
   * @throws CursorExpiredError if the history does not go back that far.
   * @throws ConflictError while another job restores records of the store, or the import runs.
   */
  restore(
    principal: Principal,
    storeId: string,
    request: RestoreRecordsRequest,
  ): Promise<RestoreRecordsResponse | RestoreJob>;
  /** Returns the state of a job, for seven days after its end. */
  getRestore(principal: Principal, storeId: string, restoreId: string): Promise<RestoreJob>;
  /** Returns what became of each record so far, in the order of ids. */
  listRestoreResults(
    principal: Principal,
    storeId: string,
    restoreId: string,
    query?: RestoreResultsQuery,
  ): Promise<Page<RestoreResult>>;
  /** Removes the values of deleted records from the history, of these or of all. @throws ForbiddenError for a store key. */
  purgeDeleted(
    principal: Principal,
    storeId: string,
    request?: PurgeDeletedRecordsRequest,
  ): Promise<PurgeDeletedRecordsResponse>;
}
