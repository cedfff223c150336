import type { JobRow, Millis } from '../storage/index.ts';
import { type JobPayload, nextRun } from './job-kinds.ts';
import { runStep, type StepResult } from './job-steps.ts';
import { within } from './within.ts';
import type { WorkContext } from './work-context.ts';

/** How long a claimed job belongs to its worker without a sign of life: what another server waits after a crash. */
export const LEASE: Millis = 10_000;
const EXTEND_EVERY: Millis = 3_000;
/** After that time a job goes back into the queue, behind those of other accounts. */
const SLICE: Millis = 250;
/** A step takes milliseconds; one that takes longer than this hangs, and counts as failed. */
const STEP_MAX: Millis = 30_000;
const FAILURES_MAX = 20;
const BACK_OFF_FIRST: Millis = 1_000;
const BACK_OFF_MAX: Millis = 5 * 60_000;

export interface JobRun {
  /** No further step is begun. */
  readonly stop: AbortSignal;
  /** The step under way is given up. */
  readonly end: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs the steps of a claimed job for a slice of time, then hands the job back with how far it got. True: the run ended, well or
 * not; false: there is more to do.
 *
 * A step that fails is tried again after 1, 2, 4 … 300 s; the job is buried after twenty failures in a row. A step that
 * succeeds ends the row.
 * @throws what the storage throws; the lease then ends by itself.
 */
export async function runJob(context: WorkContext, job: JobRow, run: JobRun): Promise<boolean> {
  const { storage, clock } = context;
  const extending = setInterval(() => {
    storage.jobs.extend(job, clock() + LEASE).catch(run.onError);
  }, EXTEND_EVERY);
  try {
    return await runSlice(context, job, run);
  } finally {
    clearInterval(extending);
  }
}

async function runSlice(context: WorkContext, job: JobRow, { stop, end, onError }: JobRun): Promise<boolean> {
  const { storage, clock } = context;
  const endOfSlice = performance.now() + SLICE;
  let { payload, failures }: { payload: string; failures: number } = job;
  for (;;) {
    let result: StepResult<JobPayload>;
    const step = JSON.parse(payload) as JobPayload;
    try {
      result = await within(runStep(context, step), STEP_MAX, end);
    } catch (error) {
      if (end.aborted) {
        await storage.jobs.retry(job, clock(), { reason: null, failures, payload });
        return false;
      }
      await retryLater(error);
      return true;
    }
    failures = 0;
    const next = afterStep(result, step, clock());
    if (next === null) {
      await storage.jobs.complete(job);
      return true;
    }
    payload = JSON.stringify(next.payload);
    if (next.at !== null || stop.aborted || performance.now() >= endOfSlice) {
      await storage.jobs.retry(job, next.at ?? clock(), { reason: null, failures, payload });
      return next.at !== null;
    }
  }

  async function retryLater(error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    failures += 1;
    const isGivenUp = failures >= FAILURES_MAX;
    const what = `Job ${job.id} (${job.kind}) failed ${isGivenUp ? 'and was given up' : 'and is tried again'}`;
    onError(new Error(`${what}, failures in a row: ${failures}. ${reason}`, { cause: error }));
    if (isGivenUp) {
      await storage.jobs.bury(job, reason, clock());
      return;
    }
    const backOff = Math.min(BACK_OFF_FIRST * 2 ** (failures - 1), BACK_OFF_MAX);
    await storage.jobs.retry(job, clock() + backOff, { reason, failures, payload });
  }
}

/** The step that follows: at once (`at` null) or later. Null: the job is done. */
function afterStep(
  result: StepResult<JobPayload>,
  step: JobPayload,
  now: Millis,
): { readonly at: Millis | null; readonly payload: JobPayload } | null {
  switch (result.state) {
    case 'done':
      return nextRun(step, now);
    case 'more':
      return { at: null, payload: result.next };
    case 'later':
      return { at: result.at, payload: result.next };
  }
}
