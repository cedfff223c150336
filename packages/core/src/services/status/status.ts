import type { BuriedJobSummary, ServerStatus } from '../../contracts/accounts/status.ts';
import { NotFoundError } from '../../ground/errors.ts';
import type { Metric } from '../../ground/metric.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import type { BuriedJob, Millis } from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { RateLimits } from '../accounts/rate-limits.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type Measured, measuredMetrics, queuesOf } from './measured-metrics.ts';

/**
 * The state of the server and its storage. Accounts share a server, so they see metrics of the whole server, but buried
 * jobs only of their own and of the system.
 */
export interface StatusService {
  /**
   * @param metrics metrics of the caller in addition to `Vitrine.metrics`, such as those of its queues.
   * @throws ForbiddenError for a store key.
   */
  read(principal: Principal, metrics?: readonly Metric[]): Promise<ServerStatus>;
  /**
   * Puts a buried job back into the queue, due now. An account may do that with its own jobs and those of the system.
   * @throws NotFoundError if there is no such job, and for the second of two racing calls.
   */
  retryJob(principal: Principal, jobId: string | number): Promise<void>;
  /**
   * Returns metrics that have to be queried from the storage: jobs, the geocoding queue, imports, size. They are at most a
   * second old, and concurrent callers share a query. Empty if the storage does not respond within two seconds, so that
   * other metrics stay readable.
   */
  measure(): Promise<readonly Metric[]>;
}

const FAILED_SHOWN = 20;
/** Upper bound of buried jobs that are searched for those of an account. */
const BURIED_READ = 1_000;
const MEASURED_MAX_AGE: Millis = 1_000;
const MEASURE_MAX: Millis = 2_000;

export function statusService(
  { storage, clock, quotas }: ServiceContext,
  { metrics, limits }: { readonly metrics: () => readonly Metric[]; readonly limits: RateLimits | null },
): StatusService {
  const startedAt = clock();
  let measuring: Promise<Measured> | null = null;

  async function ask(): Promise<Measured> {
    const [storageNow, jobs, geocoding, imports] = await Promise.all([
      storage.describe(),
      storage.jobs.counts(),
      storage.geocoding.counts(),
      storage.imports.load(),
    ]);
    return { storage: storageNow, jobs, geocoding, imports };
  }

  function measured(): Promise<Measured> {
    if (measuring !== null) return measuring;
    const asked = ask();
    measuring = asked;
    const forget = () => {
      if (measuring === asked) measuring = null;
    };
    asked.then(() => setTimeout(forget, MEASURED_MAX_AGE).unref(), forget);
    return asked;
  }

  async function buriedOf({ accountId }: Principal): Promise<BuriedJob[]> {
    const buried = await storage.jobs.listBuried(BURIED_READ);
    return buried.filter((job) => job.accountId === null || job.accountId === accountId);
  }

  const service: StatusService = {
    async read(principal, more = []) {
      requireAccountKey(principal);
      const now = clock();
      const [state, failed, accountLimits] = await Promise.all([
        measured(),
        buriedOf(principal),
        quotas.limitsOf(principal.accountId),
      ]);
      const all = [...metrics(), ...more, ...measuredMetrics(state, now)];
      const shown = (dueAt: Millis | null) => (dueAt === null ? null : showDatetime(dueAt));
      const countOf = (kind: string, wanted: string) =>
        state.jobs.find((job) => job.kind === kind && job.state === wanted);
      const kinds = [...new Set(state.jobs.map(({ kind }) => kind))].sort();
      return {
        startedAt: showDatetime(startedAt),
        uptimeSeconds: Math.max(0, Math.floor((now - startedAt) / 1_000)),
        storage: state.storage,
        jobs: kinds.map((kind) => ({
          kind,
          waiting: countOf(kind, 'waiting')?.count ?? 0,
          running: countOf(kind, 'running')?.count ?? 0,
          buried: countOf(kind, 'buried')?.count ?? 0,
          oldestWaiting: shown(countOf(kind, 'waiting')?.oldestDueAt ?? null),
        })),
        geocoding: {
          queued: state.geocoding.queued,
          processing: state.geocoding.processing,
          oldestWaiting: shown(state.geocoding.oldestDueAt),
        },
        imports: {
          queued: state.imports.queued,
          running: state.imports.running,
          oldestWaiting: shown(state.imports.oldestQueuedAt),
        },
        queues: queuesOf(all),
        limits: {
          requestsPerMinute: limits === null ? null : { account: limits.account, key: limits.key },
          failedKeysPerMinute: limits?.failedKeys ?? null,
          account: { ...accountLimits },
        },
        failedJobs: failed.slice(0, FAILED_SHOWN).map(showBuried),
        metrics: all.map(({ name, labels = {}, value }) => ({ name, labels, value })),
      };
    },

    async retryJob(principal, jobId) {
      requireAccountKey(principal);
      const id = typeof jobId === 'number' ? jobId : /^[1-9]\d{0,15}$/.test(jobId) ? Number(jobId) : null;
      const job = id === null ? undefined : (await buriedOf(principal)).find((buried) => buried.id === id);
      if (job === undefined || !(await storage.jobs.revive(job.id, clock())))
        throw new NotFoundError('failed job');
      measuring = null;
    },

    async measure() {
      const { promise: late, resolve } = Promise.withResolvers<null>();
      const timer = setTimeout(() => resolve(null), MEASURE_MAX);
      try {
        const state = await Promise.race([measured(), late]);
        return state === null ? [] : measuredMetrics(state, clock());
      } catch {
        return [];
      } finally {
        clearTimeout(timer);
      }
    },
  };
  return guardWrites(service, {
    read: 'reads',
    retryJob: 'writes',
    measure: 'reads',
  });
}

function showBuried({ id, kind, accountId, attempts, reason, buriedAt }: BuriedJob): BuriedJobSummary {
  return {
    id,
    kind,
    scope: accountId === null ? 'system' : 'account',
    attempts,
    reason,
    failedAt: buriedAt === null ? null : showDatetime(buriedAt),
  };
}
