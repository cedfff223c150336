import type { Figure } from '@vitrine/core';
import type { Hardening } from './process/launcher.ts';

/** How the processes of one kind stand. */
export interface PoolLoad {
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly processes: number;
  /** Processes that were ended in the middle of a job, by the reason. */
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

export function mediaFigures(pools: Readonly<Record<string, PoolLoad>>, renderer: RendererLoad): Figure[] {
  const waiting = (kind: string, value: number): Figure => ({
    name: 'vitrine_media_waiting',
    help: 'Pictures or fonts that wait for a process, or timers that wait for a thread.',
    kind: 'gauge',
    labels: { kind },
    value,
  });
  const ofPools = Object.entries(pools).flatMap(([kind, load]): Figure[] => [
    waiting(kind, load.waiting),
    {
      name: 'vitrine_media_waiting_bytes',
      help: 'Their bytes.',
      kind: 'gauge',
      labels: { kind },
      value: load.waitingBytes,
    },
    {
      name: 'vitrine_media_processes',
      help: 'Processes for pictures and fonts that run now.',
      kind: 'gauge',
      labels: { kind },
      value: load.processes,
    },
    ...hardeningFigures(kind, load.hardening),
    ...Object.entries(load.lost).map(
      ([reason, value]): Figure => ({
        name: 'vitrine_media_processes_lost_total',
        help: 'Processes that were ended in the middle of a job: out of time, or crashed.',
        kind: 'counter',
        labels: { kind, reason },
        value,
      }),
    ),
  ]);
  const reads = (result: string, value: number): Figure => ({
    name: 'vitrine_timer_cache_reads_total',
    help: 'Openings of timers, by whether the picture of this second was there.',
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

function cacheBytes(cache: string, value: number): Figure {
  return {
    name: 'vitrine_timer_cache_bytes',
    help: 'Bytes of rendered GIFs, and of drawn scenes, in memory.',
    kind: 'gauge',
    labels: { cache },
    value,
  };
}

function hardeningFigures(kind: string, hardening: Hardening | null): Figure[] {
  const figure = (measure: string, value: number): Figure => ({
    name: 'vitrine_media_hardening',
    help: 'Whether a measure holds the processes that decode pictures or fonts: 1, or 0 where it can not be had.',
    kind: 'gauge',
    labels: { kind, measure },
    value,
  });
  if (hardening === null) return [];
  return [
    ...hardening.active.map((measure) => figure(measure, 1)),
    ...hardening.missing.map((measure) => figure(measure, 0)),
  ];
}
