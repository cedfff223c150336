import type { TimerDesign } from '../contracts/timers/timer-design.ts';

/** A font: a built-in one by id, or bytes by their hash. */
export type FontSource = { readonly builtin: number } | { readonly blob: string };

/** A design with its resources. Scenes with the same `key` have the same picture, so caches use it. */
export interface TimerScene {
  readonly key: string;
  readonly design: TimerDesign;
  readonly digitFont: FontSource;
  readonly labelFont: FontSource;
  readonly headlineFont: FontSource;
  readonly background: string | null;
  readonly expiredImage: string | null;
  /** Returns the bytes of a blob of the scene. */
  load(hash: string): Promise<Uint8Array>;
}

/** The count of a timer's GIF. */
export interface Countdown {
  /** Seconds to the end, rounded up. 0: it has passed. */
  readonly secondsLeft: number;
  /**
   * The seconds from the end to the next one, for a recurring target: the GIF goes on with them. Omitted: the expired
   * state follows.
   */
  readonly next?: number | undefined;
}
