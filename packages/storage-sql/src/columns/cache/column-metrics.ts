import type { Metric } from '@vitrine/core';
import { counter, gauge } from '@vitrine/core/adapter';
import type { ColumnUse } from './column-cache.ts';

/** The indexes of the doubles in which the thread that keeps columns shows what it does. */
const CELL = { bytes: 0, stores: 1, loads: 2, evictions: 3, rebuilds: 4 } as const;

/** Returns shared memory for the use of columns by all threads that keep them, one after the other. */
export function sharedColumnUse(): SharedArrayBuffer {
  return new SharedArrayBuffer(Object.keys(CELL).length * Float64Array.BYTES_PER_ELEMENT);
}

/** Returns a function that writes the use of a cache to shared memory. */
export function useReporter(shared: SharedArrayBuffer, first: ColumnUse): (now: ColumnUse) => void {
  const cells = new Float64Array(shared);
  let reported = first;
  return (now) => {
    cells[CELL.bytes] = now.bytes;
    cells[CELL.stores] = now.stores;
    // Another thread may have counted before.
    for (const name of ['loads', 'evictions', 'rebuilds'] as const) {
      cells[CELL[name]] = (cells[CELL[name]] ?? 0) + now[name] - reported[name];
    }
    reported = now;
  };
}

/** The searches that columns were asked for, and the memory that they may take. */
export interface ColumnLoad {
  readonly limit: number;
  readonly hits: number;
  readonly fallbacks: number;
}

export function columnMetrics(shared: SharedArrayBuffer, { limit, hits, fallbacks }: ColumnLoad): Metric[] {
  const cells = new Float64Array(shared);
  const cell = (name: keyof typeof CELL) => cells[CELL[name]] ?? 0;
  return [
    gauge('vitrine_columns_bytes', 'Memory of columns.', cell('bytes')),
    gauge('vitrine_columns_bytes_max', 'Memory that columns may take.', limit),
    gauge('vitrine_columns_stores', 'Stores with columns in memory.', cell('stores')),
    counter('vitrine_columns_hits_total', 'Searches that columns have answered.', hits),
    counter(
      'vitrine_columns_fallbacks_total',
      'Searches that were sent to the columns and that SQL had to answer.',
      fallbacks,
    ),
    counter('vitrine_columns_loads_total', 'Loads of columns of a store.', cell('loads')),
    counter(
      'vitrine_columns_evictions_total',
      'Stores whose columns were removed for those of others.',
      cell('evictions'),
    ),
    counter(
      'vitrine_columns_rebuilds_total',
      'Stores whose columns were removed because too much had changed.',
      cell('rebuilds'),
    ),
  ];
}
