import type { TimerPresetSummary } from '../../contracts/timers/timers.ts';
import { sha256Base64url } from '../../ground/crypto.ts';
import { NotFoundError } from '../../ground/errors.ts';
import { sheetOfTimers } from '../../live/opening/scene-of-live.ts';
import type { DrawnLive } from '../../media/live-scene.ts';
import type { TimerScene } from '../../media/timer-scene.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import { changeDesign } from '../../timers/design-changes.ts';
import { presetNamed, TIMER_PRESETS } from '../../timers/timer-presets.ts';
import { sceneOf } from '../../timers/timer-scene.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { createSharedCalls } from '../../turns/shared-calls.ts';
import { requireMedia, type ServiceContext } from '../calls/context.ts';

/** A picture of a preset, which is the same for all accounts. */
export interface PresetPreview {
  /** The entity tag of the bytes in the syntax of HTTP. */
  readonly etag: string;
  /** Draws the GIF once and keeps it. @throws UnavailableError if too many wait, or without `media`. */
  read(options?: CallOptions): Promise<Uint8Array>;
}

/** Looks that designs can begin with (docs/rules.md#presets). */
export interface TimerPresetService {
  /** In the order in which users see them. @throws VitrineError `forbidden` for a store key. */
  list(principal: Principal): TimerPresetSummary[];
  /**
   * Draws a sheet of all presets with their names, as PNG. @throws VitrineError `forbidden` for a store key.
   * @throws UnavailableError if too many wait, or without `media`.
   */
  sheet(principal: Principal, options?: CallOptions): Promise<DrawnLive>;
  /** Opens the picture of a preset. Needs no key. @throws NotFoundError if no preset has the name. */
  preview(name: string): PresetPreview;
}

/** 5 days, 13 hours, 31 minutes and 47 seconds. */
const SECONDS_LEFT = 480_707;
const FRAMES = 10;
const SHEET_SIZE = { width: 300, height: 100 };

export function timerPresetService(context: ServiceContext): TimerPresetService {
  const drawn = new Map<string, Uint8Array>();
  const drawing = createSharedCalls<Uint8Array>();

  /** Returns the scene of a preset. @param size of the timer. Omitted: the default. */
  function sceneOfPreset(
    name: string,
    size: { readonly width?: number; readonly height?: number },
  ): TimerScene {
    const { changed } = changeDesign(
      null,
      { preset: name, frames: FRAMES, loop: true, ...size },
      'design',
      0,
    );
    if (changed === null) throw new Error(`The preset ${name} is invalid.`);
    const { design } = changed;
    const resources = {
      digitFont: { builtin: design.digits.fontId },
      labelFont: { builtin: design.labels.fontId },
      headlineFont: { builtin: design.headline.fontId },
      background: null,
      expiredImage: null,
    };
    return sceneOf(design, resources, context.hotBlobs.loadFor(null));
  }

  async function draw(name: string, signal: AbortSignal): Promise<Uint8Array> {
    const gif = await requireMedia(context.media).renderTimer(
      sceneOfPreset(name, {}),
      { secondsLeft: SECONDS_LEFT },
      { account: null, signal },
    );
    drawn.set(name, gif);
    return gif;
  }

  return {
    list(principal) {
      requireAccountKey(principal);
      return TIMER_PRESETS.map(({ name, title, design }) => ({
        name,
        title,
        previewUrl: `${context.baseUrl()}/timer-presets/${name}.gif?v=${versionOf(name)}`,
        design,
      }));
    },
    async sheet(principal, { signal } = {}) {
      requireAccountKey(principal);
      const timers = TIMER_PRESETS.map(({ name }) => ({ name, timer: sceneOfPreset(name, SHEET_SIZE) }));
      const scene = sheetOfTimers(timers, { secondsLeft: SECONDS_LEFT });
      return requireMedia(context.media).renderLive(scene, { account: principal.accountId, signal });
    },
    preview(name) {
      const preset = presetNamed(name);
      if (preset === null) throw new NotFoundError('timer preset');
      return {
        etag: `"${name}-${versionOf(name)}"`,
        read: async ({ signal } = {}) =>
          drawn.get(name) ?? drawing(name, signal, (wanted) => draw(name, wanted)),
      };
    },
  };
}

/** Returns a text that changes with the look of a preset. */
function versionOf(name: string): string {
  return sha256Base64url(JSON.stringify(presetNamed(name))).slice(0, 10);
}
