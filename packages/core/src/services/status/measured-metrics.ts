import type { QueueStatus } from '../../contracts/accounts/status.ts';
import type { Metric } from '../../ground/metric.ts';
import type {
  GeocodingCounts,
  ImportLoad,
  JobCount,
  Millis,
  StorageDescription,
} from '../../storage/index.ts';

/** Metrics that have to be queried from the storage. */
export interface Measured {
  readonly storage: StorageDescription;
  readonly jobs: readonly JobCount[];
  readonly geocoding: GeocodingCounts;
  readonly imports: ImportLoad;
}

export function measuredMetrics({ storage, jobs, geocoding, imports }: Measured, now: Millis): Metric[] {
  const gauge = (
    name: Metric['name'],
    help: string,
    value: number,
    labels?: Readonly<Record<string, string>>,
  ): Metric => ({ name, help, kind: 'gauge', value, ...(labels === undefined ? {} : { labels }) });
  const late = (dueAt: Millis) => Math.max(0, now - dueAt) / 1_000;
  const waiting = jobs.flatMap(({ kind, oldestDueAt }) =>
    oldestDueAt === null ? [] : [{ kind, oldestDueAt }],
  );
  const { engine, layout, bytes } = storage;
  return [
    gauge('vitrine_storage_layout', 'Version of the layout of the storage.', layout, { engine }),
    ...(bytes === null
      ? []
      : [gauge('vitrine_storage_bytes', 'Bytes of the data and its indexes.', bytes, { engine })]),
    ...jobs.map(({ kind, state, count }) =>
      gauge('vitrine_jobs', 'Jobs by kind and state.', count, { kind, state }),
    ),
    ...waiting.map(({ kind, oldestDueAt }) =>
      gauge(
        'vitrine_jobs_late_seconds',
        'Seconds since the oldest waiting job was due, by kind; 0 if none is due.',
        late(oldestDueAt),
        { kind },
      ),
    ),
    ...(['queued', 'processing'] as const).map((state) =>
      gauge('vitrine_geocoding_addresses', 'Addresses in the geocoding queue.', geocoding[state], { state }),
    ),
    gauge(
      'vitrine_geocoding_late_seconds',
      'Seconds since the oldest address in the geocoding queue was due; 0 if none is due.',
      geocoding.oldestDueAt === null ? 0 : late(geocoding.oldestDueAt),
    ),
    ...(['queued', 'running'] as const).map((state) =>
      gauge('vitrine_imports', 'Imports that have not ended.', imports[state], { state }),
    ),
    gauge(
      'vitrine_imports_late_seconds',
      'Seconds since the oldest queued import was sent; 0 if none is queued.',
      imports.oldestQueuedAt === null ? 0 : late(imports.oldestQueuedAt),
    ),
  ];
}

/** Returns the queues among the metrics that `turnMetrics` has created. */
export function queuesOf(metrics: readonly Metric[]): QueueStatus[] {
  const queues = new Map<string, QueueStatus>();
  for (const { name, labels = {}, value } of metrics) {
    const { queue, reason } = labels;
    if (queue === undefined || !name.startsWith('vitrine_turns_')) continue;
    const status = queues.get(queue) ?? {
      queue,
      running: 0,
      waiting: 0,
      accounts: 0,
      refused: { full: 0, late: 0, left: 0 },
    };
    queues.set(queue, status);
    if (name === 'vitrine_turns_running') status.running = value;
    if (name === 'vitrine_turns_waiting') status.waiting = value;
    if (name === 'vitrine_turns_accounts') status.accounts = value;
    if (reason === 'full' || reason === 'late' || reason === 'left') status.refused[reason] = value;
  }
  return [...queues.values()];
}
