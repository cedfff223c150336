import type { Metric } from '@vitrine/core';
import type { Hardening } from './launcher.ts';

/** The state of the processes of one kind. */
export interface PoolLoad {
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly processes: number;
  /** Number of processes that ended during a job, by reason. */
  readonly lost: Readonly<Record<'time' | 'crash', number>>;
  /** Null until the first process has started. */
  readonly hardening: Hardening | null;
}

export interface RendererLoad {
  readonly waiting: number;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  readonly gifBytes: number;
  readonly sceneBytes: number;
}

export function mediaMetrics(pools: Readonly<Record<string, PoolLoad>>, renderer: RendererLoad): Metric[] {
  const waiting = (kind: string, value: number): Metric => ({
    name: 'vitrine_media_waiting',
    help: 'Pictures and fonts waiting for a process, and timers waiting for a thread.',
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
        help: 'Processes that ended during a job, by reason: timeout or crash.',
        kind: 'counter',
        labels: { kind, reason },
        value,
      }),
    ),
  ]);
  const reads = (result: string, value: number): Metric => ({
    name: 'vitrine_timer_cache_reads_total',
    help: 'Requests for timers, by whether the GIF of the second was cached.',
    kind: 'counter',
    labels: { result },
    value,
  });
  return [
    ...ofPools,
    waiting('timer', renderer.waiting),
    reads('hit', renderer.cacheHits),
    reads('miss', renderer.cacheMisses),
    cacheBytes('gifs', renderer.gifBytes),
    cacheBytes('scenes', renderer.sceneBytes),
  ];
}

function cacheBytes(cache: string, value: number): Metric {
  return {
    name: 'vitrine_timer_cache_bytes',
    help: 'Bytes of cached GIFs and scenes.',
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
