import type { Countdown } from '@vitrine/core';
import type { SceneInput } from '../timer/scene/scene-input.ts';

/** A request to the render thread. `input` is null if the thread may know the scene. */
export interface RenderRequest {
  readonly id: number;
  readonly task: 'render' | 'check';
  readonly key: string;
  readonly countdown: Countdown;
  readonly input: SceneInput | null;
}

/** `sceneBytes`: bytes of all cached scenes. `unknown`: the scene is not cached; repeat the request with its input. */
export type RenderReport = { readonly id: number; readonly sceneBytes: number } & (
  | { readonly gif: Uint8Array<ArrayBuffer> }
  | { readonly warnings: readonly string[] }
  | { readonly unknown: true }
  | { readonly failure: string }
);

export interface RenderThreadOptions {
  /** Maximum bytes of cached scenes. The least recently used are evicted first. */
  readonly sceneBytes: number;
}
