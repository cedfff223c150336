import {
  type RestoreJob,
  RestoreRecordsRequest,
  type RestoreRecordsResponse,
  type RestoreResult,
  RestoreResultsQuery,
} from '../../contracts/changes/history.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import { ConflictError, CursorExpiredError, NotFoundError, ValidationError } from '../../ground/errors.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { restoreRecordsJob } from '../../jobs/job-kinds.ts';
import type { Principal } from '../../ports/access.ts';
import type { RestoreRow, StoreRow, TakenBack, WriteAuthor } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageStart } from '../calls/page.ts';
import { decodeChangePosition } from '../changes/change-position.ts';
import { openStore, writeUnderSchema } from '../stores/open-store.ts';
import type { HistoryService } from './history-service.ts';
import { noteTakenBack } from './note-taken-back.ts';
import {
  NOTHING_RESTORED,
  RESTORED_AT_ONCE,
  type RestorePlan,
  type RestoreProgress,
  withinPlan,
} from './restore-step.ts';
import { bringBack, type Results, takeBack } from './take-back.ts';

type RestoreCalls = Pick<HistoryService, 'restore' | 'getRestore' | 'listRestoreResults'>;

/** The calls that bring records back. */
export function restoreCalls(context: ServiceContext): RestoreCalls {
  const { storage, clock, ids, alarm, cursorSecrets: secrets } = context;

  async function requireRestore(principal: Principal, storeId: string, id: string): Promise<RestoreRow> {
    const { accountId } = await openStore(context, principal, storeId);
    const row = canBeStored(id) ? await storage.restores.get({ accountId, storeId, id }) : null;
    if (row === null) throw new NotFoundError('restore');
    return row;
  }

  /** Restores a few records in this call. Continues where it was if the store changes meanwhile. */
  async function restoreNow(
    principal: Principal,
    storeId: string,
    restore: (store: StoreRow, results: Results) => Promise<'done' | 'stale'>,
  ): Promise<RestoreRecordsResponse> {
    const results: Results = new Map();
    await writeUnderSchema(context, principal, storeId, (store) => restore(store, results));
    return { results: [...results.values()] };
  }

  async function restoreDeleted(
    principal: Principal,
    storeId: string,
    given: readonly string[],
    by: WriteAuthor | null,
  ): Promise<RestoreRecordsResponse> {
    const wanted = [...new Set(given)];
    const { results } = await restoreNow(principal, storeId, async (store, found) =>
      bringBack(context, store, wanted.filter(canBeStored), { by }, found),
    );
    const byId = new Map(results.map((result) => [result.id, result]));
    return { results: wanted.map((id) => byId.get(id) ?? { id, status: 'not_found' }) };
  }

  /** Finds out which changes a request means, and that all of them are kept. */
  async function readTakenBack(
    store: StoreRow,
    { importId, since }: Pick<RestoreRecordsRequest, 'importId' | 'since'>,
  ): Promise<TakenBack> {
    const start = await storage.changes.historyStart(store.id);
    if (since !== undefined) {
      const after = decodeChangePosition(secrets, store, since);
      if (start === null || after < start.after) throw new CursorExpiredError();
      return { after };
    }
    const id = importId ?? '';
    const ref = { accountId: store.accountId, storeId: store.id, id };
    const row = canBeStored(id) ? await storage.imports.get(ref) : null;
    if (row !== null && row.finishedAt === null) {
      throw new ConflictError('The import has not ended. Cancel it first.');
    }
    const isWhole = start !== null && (row === null || row.createdAt >= start.at);
    const some = canBeStored(id)
      ? await storage.changes.firstChanges(store.id, { importId: id }, null, 1)
      : [];
    if (row === null && some.length === 0) {
      throw new ValidationError([
        { path: 'importId', message: 'The history has no changes of this import.' },
      ]);
    }
    if (!isWhole) throw new CursorExpiredError();
    return { importId: id };
  }

  async function restoreChanges(
    principal: Principal,
    store: StoreRow,
    which: TakenBack,
    by: WriteAuthor | null,
  ): Promise<RestoreRecordsResponse | RestoreJob> {
    const { id: storeId, accountId } = store;
    const until = (await storage.changes.positions([storeId])).get(storeId) ?? 0;
    const plan: RestorePlan = { which, until, by, importId: 'importId' in which ? which.importId : null };
    const firsts = await storage.changes.firstChanges(storeId, which, null, RESTORED_AT_ONCE + 1);
    if (firsts.length <= RESTORED_AT_ONCE) {
      const response = await restoreNow(principal, storeId, (current, results) =>
        takeBack(context, current, withinPlan(firsts, plan), plan, results),
      );
      await noteTakenBack(context, store, plan);
      return response;
    }
    const now = clock();
    const row = {
      ...{ id: ids.uuid(now), accountId, storeId, createdAt: now },
      ...{ plan: JSON.stringify(plan), progress: JSON.stringify(NOTHING_RESTORED) },
    };
    if (!(await storage.restores.insert(row, [restoreRecordsJob(row, now)])))
      throw new ConflictError('Records of this store are being restored already.');
    alarm.ring();
    return showRestore({ ...row, status: 'running', reason: null, steps: 0, finishedAt: null });
  }

  return {
    async restore(principal, storeId, request) {
      const store = await openStore(context, principal, storeId);
      const { ids: given, ...changes } = parseContract(RestoreRecordsRequest, request);
      if ([given, changes.importId, changes.since].filter((member) => member !== undefined).length !== 1)
        throw new ValidationError([{ path: '', message: 'Expected one of ids, importId and since.' }]);
      const by = principal.key === null ? null : { id: principal.key.id, name: principal.key.name };
      if (given !== undefined) return restoreDeleted(principal, storeId, given, by);
      return restoreChanges(principal, store, await readTakenBack(store, changes), by);
    },

    async getRestore(principal, storeId, restoreId) {
      return showRestore(await requireRestore(principal, storeId, restoreId));
    },

    async listRestoreResults(principal, storeId, restoreId, query = {}) {
      const row = await requireRestore(principal, storeId, restoreId);
      const { limit, cursor } = parseContract(RestoreResultsQuery, query);
      const scope = [principal.accountId, 'ListRestoreResults', storeId, restoreId];
      const start = pageStart(secrets, scope, cursor) ?? 0;
      const [first, skipped] = [Math.floor(start / RESTORED_AT_ONCE), start % RESTORED_AT_ONCE];
      // A step may have no results, so a page is made of as many steps as it has items, and of the rest of the first.
      const steps = await storage.restores.listResults(row, first, limit + 1);
      const items: RestoreResult[] = [];
      for (const [i, text] of steps.entries()) {
        const results = JSON.parse(text) as RestoreResult[];
        const from = i === 0 ? skipped : 0;
        const shown = results.slice(from, from + limit - items.length);
        items.push(...shown);
        const next = (first + i) * RESTORED_AT_ONCE + from + shown.length;
        if (from + shown.length < results.length)
          return { items, limit, cursor: numberCursor(secrets, scope, next) };
      }
      const end = first + steps.length;
      if (end >= row.steps) return { items, limit };
      return { items, limit, cursor: numberCursor(secrets, scope, end * RESTORED_AT_ONCE) };
    },
  };
}

function showRestore(row: RestoreRow): RestoreJob {
  const { id, status, reason, createdAt, finishedAt } = row;
  const { counts } = JSON.parse(row.progress) as RestoreProgress;
  return {
    restoreId: id,
    status,
    counts,
    ...(reason === null ? {} : { reason }),
    createdAt: new Date(createdAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
  };
}
