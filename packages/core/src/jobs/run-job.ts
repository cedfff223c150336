import type { JobRow, Millis } from '../storage/index.ts';
import { type JobPayload, nextRun } from './job-kinds.ts';
import { runStep, type StepResult } from './job-steps.ts';
import type { WorkContext } from './work-context.ts';

/** How long a claimed job belongs to its worker without an extension. After a crash, other servers wait this long. */
export const LEASE: Millis = 10_000;
const EXTEND_EVERY: Millis = 3_000;
/** After this time a job goes back into the queue, after the jobs of other accounts. */
const SLICE: Millis = 250;
/** A step normally takes milliseconds. One that takes longer than this counts as failed. */
const STEP_MAX: Millis = 30_000;
const FAILURES_MAX = 20;
const BACK_OFF_FIRST: Millis = 1_000;
const BACK_OFF_MAX: Millis = 5 * 60_000;

export interface JobRun {
  /** Aborts to begin no further step. */
  readonly stop: AbortSignal;
  /** Aborts to abandon the step in flight. */
  readonly end: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs the steps of a claimed job for a slice of time, then returns the job to the queue with its progress. Resolves to
 * true if the run ended, with success or not, and to false if there is more to do.
 *
 * A failed step is retried after 1, 2, 4 … 300 s. The job is buried after 20 failures in a row; a successful step
 * resets the count.
 * @throws what the storage throws. The lease then expires.
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

/** Returns the next step: at once (`at` null) or later. Null: the job is complete. */
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

/** Work did not end before its timeout or signal. */
class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/**
 * Returns the result of the work if it settles within the timeout and before the signal aborts. The work itself
 * continues; a later result or error is dropped.
 * @throws TooLateError when the timeout passes or the signal aborts.
 */
async function within<Result>(work: Promise<Result>, timeout: Millis, signal: AbortSignal): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(new TooLateError('The work was stopped before it ended.'));
  const timer = setTimeout(
    () => reject(new TooLateError(`The work took longer than ${timeout} ms.`)),
    timeout,
  );
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
