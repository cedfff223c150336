import type { LiveLayer } from '../../contracts/live/live-layers.ts';
import { DEFAULT_DESIGN, type TimerDesign } from '../../contracts/timers/timer-design.ts';
import type { Millis } from '../../ground/rows.ts';
import type { Countdown, FontSource, TimerScene } from '../../media/timer-scene.ts';
import type { TimerTarget } from '../../storage/images/images.ts';
import { targetAt } from '../../timers/target.ts';
import { countdownOf } from '../../timers/targeted-design.ts';
import { sceneOf } from '../../timers/timer-scene.ts';
import { momentIn } from '../../values/moment-in-zone.ts';
import type { LiveResources } from '../design/stored-design.ts';

type TimerLayer = Extract<LiveLayer, { readonly type: 'timer' }>;

/** What the countdown of a layer starts from. */
export interface TimerStart {
  readonly timeZone: string;
  readonly at: Millis;
  /** The text of a target of the kind `value`. */
  readonly moment: string;
  /** The variable `start`, for an evergreen target. */
  readonly start: string | null;
  /** The instant of a date. */
  readonly target: TimerTarget | undefined;
}

/** Returns the countdown of a timer layer that is opened now. */
export function countdownOfLayer({ design }: TimerLayer, opened: TimerStart): Countdown {
  const { timeZone, at, moment, start, target } = opened;
  const { value: _value, ...members } = design.target;
  const timer = {
    design: { target: members, frames: design.frames },
    target: target ?? targetAt(timeZone, at),
  };
  return countdownOf(timer, at, { start, until: momentIn(timeZone, moment) });
}

/** Returns the scene of a timer layer: the design of a timer in the size of the layer. */
export function timerSceneOf(
  { width, height, design }: TimerLayer,
  scale: TimerDesign['scale'],
  { fonts, pictures }: LiveResources,
  load: TimerScene['load'],
): TimerScene {
  const { digits, labels, headline, background, expired } = design;
  const whole: TimerDesign = {
    ...design,
    ...{ width, height, scale, altText: null },
    // The countdown is given to the drawing, so the target of the scene has no effect.
    target: { kind: 'date' },
  };
  return sceneOf(
    whole,
    {
      digitFont: fontOf(fonts, digits.fontId, DEFAULT_DESIGN.digits.fontId),
      labelFont: fontOf(fonts, labels.fontId, DEFAULT_DESIGN.labels.fontId),
      headlineFont: fontOf(fonts, headline.fontId, DEFAULT_DESIGN.headline.fontId),
      background: pictureOf(pictures, background.imageId),
      expiredImage: pictureOf(pictures, expired.imageId),
    },
    load,
  );
}

/** Returns a pinned font, or a built-in one for a font that was never found. */
export function fontOf(fonts: LiveResources['fonts'], id: number, builtin: number): FontSource {
  return fonts[id] ?? { builtin };
}

/** Returns the hash of a pinned picture. Null: none, or it was never found. */
export function pictureOf(pictures: LiveResources['pictures'], id: number | null): string | null {
  return id === null ? null : (pictures[id] ?? null);
}
