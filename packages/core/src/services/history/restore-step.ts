import type { RestoreJob, RestoreResult } from '../../contracts/changes/history.ts';
import { UnavailableError } from '../../ground/errors.ts';
import type { WorkContext } from '../../jobs/work-context.ts';
import type { HistoryRow, RestoreRef, StoreRow, TakenBack } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { noteTakenBack } from './note-taken-back.ts';
import { type Results, type TakeBack, takeBack } from './take-back.ts';

/** Milliseconds after which the job gives other jobs a turn. */
const SLICE = 200;

/** Records of a step, and of a restore that a request makes itself. */
export const RESTORED_AT_ONCE = 100;

/** What a restore in the background takes back: `RestoreRow.plan`. */
export interface RestorePlan extends TakeBack {
  readonly which: TakenBack;
}

/** How far it is: `RestoreRow.progress`. */
export interface RestoreProgress {
  /** The last record in the order of ids. Null: none yet. */
  readonly afterId: string | null;
  readonly counts: RestoreJob['counts'];
}

export const NOTHING_RESTORED: RestoreProgress = { afterId: null, counts: {} };

/** Returns the step of the job that restores records. */
export function restoreSteps(context: ServiceContext): WorkContext['advanceRestore'] {
  return (ref) => advanceRestore(context, ref);
}

/**
 * Restores pages of records. The results of a page are stored after its writes; if they are not, the page is restored again,
 * which finds the records as they shall be.
 */
async function advanceRestore(context: ServiceContext, ref: RestoreRef): Promise<'done' | 'more'> {
  const { storage, clock } = context;
  const sliceEnd = performance.now() + SLICE;
  const row = await storage.restores.get(ref);
  if (row === null || row.finishedAt !== null) return 'done';
  const plan = JSON.parse(row.plan) as RestorePlan;
  let { afterId, counts } = JSON.parse(row.progress) as RestoreProgress;
  for (let { steps } = row; ; steps++) {
    if (performance.now() > sliceEnd) return 'more';
    const firsts = await storage.changes.firstChanges(ref.storeId, plan.which, afterId, RESTORED_AT_ONCE);
    const last = firsts.at(-1);
    if (last === undefined) {
      await noteTakenBack(context, { accountId: ref.accountId, id: ref.storeId }, plan);
      await storage.restores.finish(ref, { status: 'done', reason: null }, clock());
      return 'done';
    }
    const results: Results = new Map();
    const restored = await withStore(context, ref, (store) =>
      takeBack(context, store, withinPlan(firsts, plan), plan, results),
    );
    if (!restored) {
      await storage.restores.finish(ref, { status: 'failed', reason: 'The store was deleted.' }, clock());
      return 'done';
    }
    const page = [...results.values()];
    afterId = last.recordId;
    counts = countStatuses(counts, page);
    const progress: RestoreProgress = { afterId, counts };
    // Another worker has the job.
    if (!(await storage.restores.advance(ref, steps, JSON.stringify(page), JSON.stringify(progress))))
      return 'done';
  }
}

/** Returns the changes that were made before the request. */
export function withinPlan(firsts: readonly HistoryRow[], { until }: TakeBack): HistoryRow[] {
  return firsts.filter(({ position }) => position <= until);
}

const ATTEMPTS_MAX = 10;

/** Repeats the work with the store as it is now, until it is not stale. False: the store is deleted. */
async function withStore(
  { storage }: ServiceContext,
  { accountId, storeId }: RestoreRef,
  work: (store: StoreRow) => Promise<'done' | 'stale'>,
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const store = await storage.stores.get(accountId, storeId);
    if (store === null) return false;
    if ((await work(store)) === 'done') return true;
  }
  throw new UnavailableError('Other requests are changing the store; try again.');
}

function countStatuses(
  before: RestoreJob['counts'],
  results: readonly RestoreResult[],
): RestoreJob['counts'] {
  const counts = { ...before };
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
