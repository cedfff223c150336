import { z } from 'zod';
import { LIMITED_RESOURCES } from '../../ground/account-limits.ts';
import { Timestamp } from '../ground/shared.ts';

const count = z.int();

const QueueStatus = z.object({
  queue: z.string(),
  running: count.meta({ description: 'Turns that are held.' }),
  waiting: count.meta({ description: 'Callers that wait for a turn.' }),
  accounts: count.meta({ description: 'Accounts that hold or wait for a turn.' }),
  refused: z
    .object({ full: count, late: count, left: count })
    .meta({ description: 'Callers that got no turn since the start of the server.' }),
});
export type QueueStatus = z.output<typeof QueueStatus>;

const BuriedJobSummary = z.object({
  id: z.int(),
  kind: z.string(),
  scope: z
    .enum(['account', 'system'])
    .meta({ description: 'Whether the job is of the account or of the server itself.' }),
  attempts: count,
  reason: z.string(),
  failedAt: Timestamp.nullable(),
});
export type BuriedJobSummary = z.output<typeof BuriedJobSummary>;

const accountLimits = z.object(
  Object.fromEntries(LIMITED_RESOURCES.map((resource) => [resource, z.int().optional()])),
);

export const ServerStatus = z.object({
  startedAt: Timestamp,
  uptimeSeconds: count,
  storage: z.object({
    engine: z.string(),
    layout: z.int(),
    bytes: z
      .int()
      .nullable()
      .meta({
        description:
          'Bytes in use, with indexes; on SQLite without free pages, which hold what is written next. Null if the engine does ' +
          'not report it.',
      }),
  }),
  jobs: z.array(
    z.object({
      kind: z.string(),
      waiting: count,
      running: count,
      buried: count.meta({ description: 'Jobs that were given up.' }),
      oldestWaiting: Timestamp.nullable().meta({
        description: 'When the oldest waiting job is due. May be in the future.',
      }),
    }),
  ),
  geocoding: z.object({ queued: count, processing: count, oldestWaiting: Timestamp.nullable() }),
  imports: z.object({
    queued: count,
    running: count.meta({ description: 'Imports that have begun and not ended.' }),
    oldestWaiting: Timestamp.nullable().meta({ description: 'When the oldest queued import was sent.' }),
  }),
  queues: z.array(QueueStatus),
  limits: z.object({
    requestsPerMinute: z.object({ account: count, key: count }).nullable(),
    failedKeysPerMinute: count.nullable(),
    account: accountLimits.meta({ description: 'The quotas of the account in use.' }),
  }),
  failedJobs: z
    .array(BuriedJobSummary)
    .meta({ description: 'The last 20 jobs that were given up, of the account and of the system.' }),
  metrics: z
    .array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() }))
    .meta({ description: 'The metrics of queues, caches, threads and the storage that `/metrics` shows.' }),
});
export type ServerStatus = z.output<typeof ServerStatus>;

/** `ServerStatus` with the version of the server that responds. */
export const StatusResponse = ServerStatus.extend({ version: z.string() }).meta({ id: 'StatusResponse' });
