import { geocodeDue } from '../geocoding/geocode-due.ts';
import type { ServiceContext } from '../services/context.ts';
import type { JobRow, Millis } from '../storage/index.ts';
import { JOB_KINDS, type JobPayload, standingJobs } from './job-kinds.ts';
import { afterDone, runStep } from './job-steps.ts';
import { sleep } from './sleep.ts';

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

/** Runs due jobs and looks up addresses until the signal; several processes may do so on one storage, each job is run by one. */
export async function work(context: ServiceContext, options: WorkOptions): Promise<void> {
  let isPrepared = false;
  await Promise.all([
    untilStopped(options, async (options) => {
      if (!isPrepared) await context.storage.jobs.enqueue(standingJobs(context.clock()));
      isPrepared = true;
      return runDueJobs(context, options);
    }),
    // A slow provider holds up no purge, and a long purge no address.
    context.geocoder === null ? null : untilStopped(options, (options) => geocodeDue(context, options)),
  ]);
}

type RunOptions = Pick<WorkOptions, 'signal' | 'onError'>;

/** Runs what is due, again and again, with a pause when there was nothing. */
async function untilStopped(
  { signal, pollEvery = 1_000, onError = () => {} }: WorkOptions,
  run: (options: RunOptions) => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    let ran = 0;
    try {
      ran = await run({ signal, onError });
    } catch (error) {
      // The storage is away; what was claimed is leased, so nothing is lost by looking again later.
      onError(error);
    }
    if (ran === 0) await sleep(pollEvery, signal);
  }
}

/** Runs the jobs that are due now and looks up the addresses that are; how many. */
export async function runDueWork(context: ServiceContext, options: RunOptions): Promise<number> {
  return (await runDueJobs(context, options)) + (await geocodeDue(context, options));
}

/** Runs what is due now, one job after the other; how many it ran. */
async function runDueJobs(context: ServiceContext, { signal, onError }: RunOptions): Promise<number> {
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
  let payload: JobPayload = JSON.parse(job.payload);
  let { failures } = job;
  try {
    for (;;) {
      const result = await runStep(context, payload);
      failures = 0;
      if (result.state === 'done') {
        await storage.jobs.complete(job);
        return await afterDone(context, payload);
      }
      payload = result.next;
      if (result.state === 'later' || signal.aborted) {
        const at = result.state === 'later' ? result.at : clock();
        await storage.jobs.retry(job, at, { reason: null, failures: 0, payload: JSON.stringify(payload) });
        return;
      }
      if (!(await storage.jobs.extend(job, clock() + LEASE))) return;
    }
  } catch (error) {
    onError?.(error);
    const reason = error instanceof Error ? error.message : String(error);
    failures += 1;
    if (failures >= FAILURES_MAX) {
      await storage.jobs.bury(job, reason, clock());
      return;
    }
    const backOff = Math.min(BACK_OFF_FIRST * 2 ** (failures - 1), BACK_OFF_MAX);
    await storage.jobs.retry(job, clock() + backOff, {
      reason,
      failures,
      payload: JSON.stringify(payload),
    });
  }
}
