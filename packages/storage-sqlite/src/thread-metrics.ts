import type { Metric } from '@vitrine/core/storage';

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

/** What the columns in memory do. `hits` and `fallbacks` are questions. */
export interface ColumnLoad {
  readonly limit: number;
  readonly bytes: number;
  readonly stores: number;
  readonly hits: number;
  readonly fallbacks: number;
  readonly loads: number;
  readonly evictions: number;
  readonly rebuilds: number;
}

export function columnMetrics(load: ColumnLoad): Metric[] {
  return [
    gauge('vitrine_columns_bytes', 'Memory of columns.', load.bytes),
    gauge('vitrine_columns_bytes_max', 'Memory that columns may take.', load.limit),
    gauge('vitrine_columns_stores', 'Stores with columns in memory.', load.stores),
    counter('vitrine_columns_hits_total', 'Searches that columns have answered.', load.hits),
    counter(
      'vitrine_columns_fallbacks_total',
      'Searches that were sent to the columns and that SQL had to answer.',
      load.fallbacks,
    ),
    counter('vitrine_columns_loads_total', 'Loads of columns of a store.', load.loads),
    counter(
      'vitrine_columns_evictions_total',
      'Stores whose columns were removed for those of others.',
      load.evictions,
    ),
    counter(
      'vitrine_columns_rebuilds_total',
      'Stores whose columns were removed because too much had changed.',
      load.rebuilds,
    ),
  ];
}

function gauge(name: Metric['name'], help: string, value: number): Metric {
  return { name, help, kind: 'gauge', value };
}

function counter(name: Metric['name'], help: string, value: number): Metric {
  return { name, help, kind: 'counter', value };
}
