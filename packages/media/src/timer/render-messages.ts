import type { SceneInput } from './scene-input.ts';

/** What the render thread is asked. `input` comes with a scene that it may not know. */
export interface RenderRequest {
  readonly id: number;
  readonly task: 'render' | 'check';
  readonly key: string;
  readonly secondsLeft: number;
  readonly input: SceneInput | null;
}

/** `sceneBytes`: of all scenes that the thread keeps. `unknown`: the scene is not, or no longer, known; ask again with its input. */
export type RenderReport = { readonly id: number; readonly sceneBytes: number } & (
  | { readonly gif: Uint8Array<ArrayBuffer> }
  | { readonly warnings: readonly string[] }
  | { readonly unknown: true }
  | { readonly failure: string }
);

export interface RenderThreadOptions {
  /** Of drawn scenes that are kept; those not asked for the longest go first. */
  readonly sceneBytes: number;
}
