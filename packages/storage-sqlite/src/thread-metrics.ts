import type { Metric } from '@vitrine/core';
import { counter, gauge } from '@vitrine/core/adapter';

/** The work that the writer has done, and its queue. */
export interface WriterLoad {
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly waitingMax: number;
  readonly operations: number;
  readonly commits: number;
  readonly failures: number;
  /** Seconds in which the writer thread ran groups, fsync included. */
  readonly busySeconds: number;
}

export function writerMetrics(load: WriterLoad): Metric[] {
  return [
    gauge('vitrine_writer_waiting', 'Writes that wait or are being committed.', load.waiting),
    gauge(
      'vitrine_writer_waiting_bytes',
      'Approximate bytes of the writes that wait or are being committed.',
      load.waitingBytes,
    ),
    gauge(
      'vitrine_writer_waiting_max',
      'Writes that may wait before further ones are refused.',
      load.waitingMax,
    ),
    counter('vitrine_writer_operations_total', 'Writes that have ended.', load.operations),
    counter('vitrine_writer_failures_total', 'Writes that failed, of those.', load.failures),
    counter(
      'vitrine_writer_commits_total',
      'Groups of writes, each with one commit and one fsync.',
      load.commits,
    ),
    counter(
      'vitrine_writer_busy_seconds_total',
      'Time in which groups ran, fsync included.',
      load.busySeconds,
    ),
  ];
}
