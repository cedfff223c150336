import type { Metric } from '@vitrine/core/storage';
import type { ColumnFigures } from './column-cache.ts';

/** The indexes of the doubles in which the thread that keeps columns shows what it does. */
const FIGURES = { bytes: 0, stores: 1, loads: 2, evictions: 3, rebuilds: 4 } as const;

/** Returns shared memory for the figures of all threads that keep columns, one after the other. */
export function sharedFigures(): SharedArrayBuffer {
  return new SharedArrayBuffer(Object.keys(FIGURES).length * Float64Array.BYTES_PER_ELEMENT);
}

/** Returns a function that shows the figures of a cache in shared memory. */
export function figurePublisher(
  shared: SharedArrayBuffer,
  first: ColumnFigures,
): (now: ColumnFigures) => void {
  const cells = new Float64Array(shared);
  let published = first;
  return (now) => {
    cells[FIGURES.bytes] = now.bytes;
    cells[FIGURES.stores] = now.stores;
    // Another thread may have counted before.
    for (const name of ['loads', 'evictions', 'rebuilds'] as const) {
      cells[FIGURES[name]] = (cells[FIGURES[name]] ?? 0) + now[name] - published[name];
    }
    published = now;
  };
}

/** The questions that columns were asked, and the memory that they may take. */
export interface ColumnLoad {
  readonly limit: number;
  readonly hits: number;
  readonly fallbacks: number;
}

export function columnMetrics(shared: SharedArrayBuffer, { limit, hits, fallbacks }: ColumnLoad): Metric[] {
  const cells = new Float64Array(shared);
  const figure = (name: keyof typeof FIGURES) => cells[FIGURES[name]] ?? 0;
  return [
    gauge('vitrine_columns_bytes', 'Memory of columns.', figure('bytes')),
    gauge('vitrine_columns_bytes_max', 'Memory that columns may take.', limit),
    gauge('vitrine_columns_stores', 'Stores with columns in memory.', figure('stores')),
    counter('vitrine_columns_hits_total', 'Searches that columns have answered.', hits),
    counter(
      'vitrine_columns_fallbacks_total',
      'Searches that were sent to the columns and that SQL had to answer.',
      fallbacks,
    ),
    counter('vitrine_columns_loads_total', 'Loads of columns of a store.', figure('loads')),
    counter(
      'vitrine_columns_evictions_total',
      'Stores whose columns were removed for those of others.',
      figure('evictions'),
    ),
    counter(
      'vitrine_columns_rebuilds_total',
      'Stores whose columns were removed because too much had changed.',
      figure('rebuilds'),
    ),
  ];
}

function gauge(name: Metric['name'], help: string, value: number): Metric {
  return { name, help, kind: 'gauge', value };
}

function counter(name: Metric['name'], help: string, value: number): Metric {
  return { name, help, kind: 'counter', value };
}
