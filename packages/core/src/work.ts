import { geocodeDue } from './geocoding/geocode-due.ts';
import type { Alarm } from './jobs/alarm.ts';
import { workOffClaims } from './jobs/claim-loop.ts';
import { JOB_KINDS, recurringJobs } from './jobs/job-kinds.ts';
import { LEASE, runJob } from './jobs/run-job.ts';
import type { RunOptions, WorkContext, WorkOptions } from './jobs/work-context.ts';
import type { JobRow, Millis } from './storage/index.ts';
import { webhookWorker } from './webhooks/webhook-worker.ts';

/**
 * Jobs that a server runs concurrently. Steps are short, so a few are enough to keep others running while one hangs.
 */
const AT_ONCE = 4;
const RECURRING_EVERY: Millis = 60_000;
const POLL_EVERY: Millis = 1_000;
/** The time that steps and calls in flight have to end after the signal aborts. */
const GRACE: Millis = 5_000;
/** The time after which unfinished work is abandoned. Its claims are free when their leases end. */
const STOP_MAX: Millis = 8_000;

/**
 * Runs due jobs, geocodes addresses and sends webhooks until the signal aborts. Several processes may do so on one storage; each job is
 * run by one of them.
 */
export async function work(context: WorkContext, options: WorkOptions): Promise<void> {
  const { storage, clock, alarm, webhookSender } = context;
  const webhooks = webhookSender === null ? null : webhookWorker(context, webhookSender);
  let recurringAt = Number.NEGATIVE_INFINITY;
  const working = Promise.all([
    untilStopped(alarm, options, async (run) => {
      if (performance.now() - recurringAt >= RECURRING_EVERY) {
        await storage.jobs.enqueue(recurringJobs(clock()));
        recurringAt = performance.now();
      }
      return runDueJobs(context, run);
    }),
    // Separate loops, so that a slow provider delays no job and a long job no address.
    context.geocoder === null ? null : untilStopped(alarm, options, (run) => geocodeDue(context, run)),
    webhooks === null ? null : untilStopped(webhooks.alarm, options, webhooks.run),
  ]);
  await Promise.race([working, after(options.signal, STOP_MAX)]);
  webhooks?.close();
}

/** Runs due work repeatedly, with a pause if there was none. */
async function untilStopped(
  alarm: Alarm,
  options: WorkOptions,
  run: (options: RunOptions) => Promise<number>,
): Promise<void> {
  const runOptions = complete(options);
  const { signal, pollEvery, onError } = runOptions;
  while (!signal.aborted) {
    let ran = 0;
    const heard = alarm.rings;
    try {
      ran = await run(runOptions);
    } catch (error) {
      // The storage is unavailable. Claims are leased, so nothing is lost by a later retry.
      onError(error);
    }
    if (ran === 0) await alarm.sleep(pollEvery, signal, heard);
  }
}

/** Runs the job of a due import for a slice of time. False: none is due, or other workers have all of them. */
export async function runDueImport(context: WorkContext, onError: RunOptions['onError']): Promise<boolean> {
  const { storage, clock } = context;
  const [job] = await storage.jobs.claim(['import'], 1, clock(), clock() + LEASE);
  if (job === undefined) return false;
  const { signal } = new AbortController();
  await runJob(context, job, { stop: signal, end: signal, onError });
  return true;
}

/** Runs the due jobs, geocodes the due addresses and sends the due deliveries. Returns their number. */
export async function runDueWork(context: WorkContext, options: WorkOptions): Promise<number> {
  const run = complete(options);
  const ran = (await runDueJobs(context, run)) + (await geocodeDue(context, run));
  if (context.webhookSender === null) return ran;
  const webhooks = webhookWorker(context, context.webhookSender);
  try {
    await webhooks.sweep();
    return ran + (await webhooks.run(run));
  } finally {
    webhooks.close();
  }
}

function complete({
  signal,
  pollEvery = POLL_EVERY,
  onError = () => undefined,
  onWebhookDisabled = () => undefined,
}: WorkOptions): RunOptions {
  const end = new AbortController();
  void after(signal, GRACE).then(() => end.abort());
  return { signal, end: end.signal, pollEvery, onError, onWebhookDisabled };
}

/** Resolves when this time has passed after the signal aborted. */
async function after(signal: AbortSignal, time: Millis): Promise<void> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, time).unref());
}

/** Runs due jobs, a few concurrently. Returns the number of ended runs. */
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
