import { geocodeDue } from './geocoding/geocode-due.ts';
import { workOffClaims } from './jobs/claim-loop.ts';
import { JOB_KINDS, standingJobs } from './jobs/job-kinds.ts';
import { LEASE, runJob } from './jobs/run-job.ts';
import { sleep } from './jobs/sleep.ts';
import type { RunOptions, WorkContext, WorkOptions } from './jobs/work-context.ts';
import type { JobRow, Millis } from './storage/index.ts';

/** Jobs that a server runs at once. Each step is short, so a few are enough for a hanging one to hold up no other. */
const AT_ONCE = 4;
const STANDING_EVERY: Millis = 60_000;
const POLL_EVERY: Millis = 1_000;
/** The time that steps and calls under way have when the work is to stop. */
const GRACE: Millis = 5_000;
/** The time after which the work is left as it is. What is claimed then is free when its lease ends. */
const STOP_MAX: Millis = 8_000;

/** Runs due jobs and looks up addresses until the signal; several processes may do so on one storage, each job is run by one. */
export async function work(context: WorkContext, options: WorkOptions): Promise<void> {
  const { storage, clock } = context;
  let standingAt = Number.NEGATIVE_INFINITY;
  const working = Promise.all([
    untilStopped(options, async (run) => {
      if (performance.now() - standingAt >= STANDING_EVERY) {
        await storage.jobs.enqueue(standingJobs(clock()));
        standingAt = performance.now();
      }
      return runDueJobs(context, run);
    }),
    // A slow provider holds up no purge, and a long purge no address.
    context.geocoder === null ? null : untilStopped(options, (run) => geocodeDue(context, run)),
  ]);
  await Promise.race([working, after(options.signal, STOP_MAX)]);
}

/** Does what is due, again and again, with a pause when there was nothing. */
async function untilStopped(
  options: WorkOptions,
  run: (options: RunOptions) => Promise<number>,
): Promise<void> {
  const runOptions = complete(options);
  const { signal, pollEvery, onError } = runOptions;
  while (!signal.aborted) {
    let ran = 0;
    try {
      ran = await run(runOptions);
    } catch (error) {
      // The storage is away; what was claimed is leased, so nothing is lost by looking again later.
      onError(error);
    }
    if (ran === 0) await sleep(pollEvery, signal);
  }
}

/** Runs the jobs that are due now and looks up the addresses that are; how many. */
export async function runDueWork(context: WorkContext, options: WorkOptions): Promise<number> {
  const run = complete(options);
  return (await runDueJobs(context, run)) + (await geocodeDue(context, run));
}

function complete({ signal, pollEvery = POLL_EVERY, onError = () => undefined }: WorkOptions): RunOptions {
  const end = new AbortController();
  void after(signal, GRACE).then(() => end.abort());
  return { signal, end: end.signal, pollEvery, onError };
}

/** Resolves that long after the signal. */
async function after(signal: AbortSignal, time: Millis): Promise<void> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, time).unref());
}

/** Runs what is due now, a few jobs at once; how many ended. */
async function runDueJobs(
  context: WorkContext,
  { signal, end, pollEvery, onError }: RunOptions,
): Promise<number> {
  const { storage, clock } = context;
  let ran = 0;
  await workOffClaims<JobRow>({
    atOnce: AT_ONCE,
    signal,
    pollEvery,
    claim: (limit) => storage.jobs.claim(JOB_KINDS, limit, clock(), clock() + LEASE),
    async run(job) {
      try {
        if (await runJob(context, job, { stop: signal, end, onError })) ran++;
      } catch (error) {
        onError(error);
      }
    },
  });
  return ran;
}
