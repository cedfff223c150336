import type { Countdown, DrawnLive } from '@vitrine/core/server';
import type { LiveBaseInput, LiveInput } from '../live/painting/live-input.ts';
import type { SceneInput } from '../timer/scene/scene-input.ts';

/**
 * What the render thread draws. `input` is what it caches under `key`: the scene of a timer, or the base of a live image.
 * It is null if the thread may know it.
 */
export interface TimerTask {
  readonly task: 'render' | 'check';
  readonly key: string;
  /** The account that what is cached counts for. */
  readonly account: string | null;
  readonly countdown: Countdown;
  readonly input: SceneInput | null;
}

export interface LiveTask {
  readonly task: 'live';
  readonly key: string;
  readonly account: string | null;
  readonly live: LiveInput;
  readonly input: LiveBaseInput | null;
}

export type RenderTask = TimerTask | LiveTask;

/** `id`: of the report. */
export type RenderRequest = RenderTask & { readonly id: number };

/** `sceneBytes`: bytes of all cached scenes. `unknown`: the scene is not cached; repeat the request with its input. */
export type RenderReport = { readonly id: number; readonly sceneBytes: number } & (
  | { readonly gif: Uint8Array<ArrayBuffer> }
  | { readonly drawn: DrawnLive }
  | { readonly warnings: readonly string[] }
  | { readonly unknown: true }
  | { readonly failure: string }
);

export interface RenderThreadOptions {
  /**
   * Whether the thread is for accounts whose scenes no other thread draws, while those of others fill all of them. It has a
   * higher priority.
   */
  readonly isReserve: boolean;
  /** Maximum bytes of cached scenes, which accounts share (`SharedCache`). */
  readonly sceneBytes: number;
}
