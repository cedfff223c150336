import type { Metric } from '@vitrine/core';
import type { JobLoss } from './job-process.ts';
import type { Hardening } from './launcher.ts';

/** The state of the processes of one kind. */
export interface PoolLoad {
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly processes: number;
  /** Number of jobs without a result, by reason. */
  readonly lost: Readonly<Record<JobLoss, number>>;
  /** Null until the first process has started. */
  readonly hardening: Hardening | null;
}

/** Reads of a cache. */
export interface CacheReads {
  readonly hits: number;
  readonly misses: number;
}

/**
 * @param reads of the caches of timers and live images.
 * @param bytes of all that is cached for drawing.
 * @param drawings that wait for a thread.
 */
export function mediaMetrics(
  pools: Readonly<Record<string, PoolLoad>>,
  reads: Readonly<Record<'timer' | 'live', CacheReads>>,
  bytes: Readonly<Record<string, number>>,
  drawings: number,
): Metric[] {
  const waiting = (kind: string, value: number): Metric => ({
    name: 'vitrine_media_waiting',
    help: 'Pictures and fonts waiting for a process, and timers and live images waiting for a thread.',
    kind: 'gauge',
    labels: { kind },
    value,
  });
  const ofPools = Object.entries(pools).flatMap(([kind, load]): Metric[] => [
    waiting(kind, load.waiting),
    {
      name: 'vitrine_media_waiting_bytes',
      help: 'Bytes of the pictures and fonts waiting for a process.',
      kind: 'gauge',
      labels: { kind },
      value: load.waitingBytes,
    },
    {
      name: 'vitrine_media_processes',
      help: 'Running processes for pictures and fonts.',
      kind: 'gauge',
      labels: { kind },
      value: load.processes,
    },
    ...hardeningMetrics(kind, load.hardening),
    ...Object.entries(load.lost).map(
      ([reason, value]): Metric => ({
        name: 'vitrine_media_processes_lost_total',
        help: 'Processes that ended during a job, by reason: timeout, crash, a busy machine, or a failed start.',
        kind: 'counter',
        labels: { kind, reason },
        value,
      }),
    ),
  ]);
  return [
    ...ofPools,
    waiting('timer', drawings),
    ...cacheReads('timer', 'Requests for timers, by whether the GIF of the second was cached.', reads.timer),
    ...cacheReads(
      'live',
      'Requests for live images, by whether the file of the values was cached.',
      reads.live,
    ),
    ...Object.entries(bytes).map(([cache, value]) => cacheBytes(cache, value)),
  ];
}

function cacheReads(of: string, help: string, { hits, misses }: CacheReads): Metric[] {
  const reads = (result: string, value: number): Metric => ({
    name: `vitrine_${of}_cache_reads_total`,
    help,
    kind: 'counter',
    labels: { result },
    value,
  });
  return [reads('hit', hits), reads('miss', misses)];
}

function cacheBytes(cache: string, value: number): Metric {
  return {
    name: 'vitrine_timer_cache_bytes',
    help: 'Bytes of cached GIFs, scenes, files of live images, and decoded pictures in them.',
    kind: 'gauge',
    labels: { cache },
    value,
  };
}

function hardeningMetrics(kind: string, hardening: Hardening | null): Metric[] {
  const metric = (measure: string, value: number): Metric => ({
    name: 'vitrine_media_hardening',
    help: 'Whether the processes that decode pictures or fonts run under a measure: 1, or 0 if it is not available.',
    kind: 'gauge',
    labels: { kind, measure },
    value,
  });
  if (hardening === null) return [];
  return [
    ...hardening.active.map((measure) => metric(measure, 1)),
    ...hardening.missing.map((measure) => metric(measure, 0)),
  ];
}
