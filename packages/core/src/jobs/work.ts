import type { ServiceContext } from '../services/context.ts';
import type { JobRow, Millis } from '../storage/index.ts';
import { JOB_KINDS, type JobPayload, standingJobs } from './job-kinds.ts';
import { afterDone, runStep } from './job-steps.ts';

export interface WorkOptions {
  /** Stops the work between two steps; what was begun is handed back with how far it got. */
  readonly signal: AbortSignal;
  /** How often to look for due jobs when there are none. Default 1,000 ms. */
  readonly pollEvery?: Millis;
  /** Told of every failed step; the job itself is tried again. */
  readonly onError?: (error: unknown) => void;
}

/** How long a claimed job belongs to its worker without a sign of life: what another server waits after a crash. */
const LEASE: Millis = 10_000;
const FAILURES_MAX = 20;
const BACK_OFF_FIRST: Millis = 1_000;
const BACK_OFF_MAX: Millis = 5 * 60_000;

type Payload = JobPayload & { readonly failures?: number };

/** Runs due jobs until the signal; several processes may do so on one storage, each job is run by one. */
export async function work(context: ServiceContext, options: WorkOptions): Promise<void> {
  const { signal, pollEvery = 1_000, onError = () => {} } = options;
  let isPrepared = false;
  while (!signal.aborted) {
    let ran = 0;
    try {
      if (!isPrepared) await context.storage.jobs.enqueue(standingJobs(context.clock()));
      isPrepared = true;
      ran = await runDueJobs(context, { signal, onError });
    } catch (error) {
      // The storage is away; jobs are leased, so nothing is lost by looking again later.
      onError(error);
    }
    if (ran === 0) await sleep(pollEvery, signal);
  }
}

/** Runs what is due now, one job after the other; how many it ran. */
export async function runDueJobs(
  context: ServiceContext,
  { signal, onError }: Pick<WorkOptions, 'signal' | 'onError'>,
): Promise<number> {
  const { storage, clock } = context;
  let ran = 0;
  while (!signal.aborted) {
    const [job] = await storage.jobs.claim(JOB_KINDS, 1, clock(), clock() + LEASE);
    if (job === undefined) return ran;
    ran++;
    await runJob(context, job, signal, onError);
  }
  return ran;
}

async function runJob(
  context: ServiceContext,
  job: JobRow,
  signal: AbortSignal,
  onError: WorkOptions['onError'],
): Promise<void> {
  const { storage, clock } = context;
  let payload: Payload = JSON.parse(job.payload);
  try {
    for (;;) {
      const result = await runStep(context, payload);
      if (result.state === 'done') {
        await storage.jobs.complete(job);
        return await afterDone(context, payload);
      }
      payload = result.next;
      if (result.state === 'later' || signal.aborted) {
        const at = result.state === 'later' ? result.at : clock();
        await storage.jobs.retry(job, at, { reason: null, payload: JSON.stringify(payload) });
        return;
      }
      if (!(await storage.jobs.extend(job, clock() + LEASE))) return;
    }
  } catch (error) {
    onError?.(error);
    const reason = error instanceof Error ? error.message : String(error);
    const failures = (payload.failures ?? 0) + 1;
    if (failures >= FAILURES_MAX) {
      await storage.jobs.bury(job, reason);
      return;
    }
    const backOff = Math.min(BACK_OFF_FIRST * 2 ** (failures - 1), BACK_OFF_MAX);
    await storage.jobs.retry(job, clock() + backOff, {
      reason,
      payload: JSON.stringify({ ...payload, failures }),
    });
  }
}

function sleep(duration: Millis, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, duration);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
