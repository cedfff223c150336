import type { TimerDesign } from '../../contracts/timers/timer-design.ts';
import { sha256Base64url } from '../../ground/crypto.ts';
import { UnavailableError } from '../../ground/errors.ts';
import { requireWithin } from '../../ground/promises.ts';
import type { Millis } from '../../ground/rows.ts';
import type { TimerScene } from '../../media/timer-scene.ts';
import type { ImageRow, TimerRow } from '../../storage/images/images.ts';
import { readTimer } from '../../timers/stored-timer.ts';
import { countdownOf } from '../../timers/targeted-design.ts';
import { sceneOf } from '../../timers/timer-scene.ts';
import type { Caller, CallOptions } from '../../turns/caller.ts';
import { LastHour, SharedCache } from '../../turns/shared-cache.ts';
import { requireMedia, type ServiceContext } from '../calls/context.ts';
import { findMoment, readRecordMoment, type TargetRecord } from './timer-moment.ts';

/**
 * Draws the GIF of a saved timer. The work counts against the owner of the image.
 * @throws UnavailableError if too many wait, it takes too long, or without `media`.
 */
export type RenderTimer = (image: ImageRow, options: OpenOptions) => Promise<Uint8Array>;

export interface OpenOptions extends CallOptions {
  /** The moment of the opening. Default: now. */
  readonly at?: Millis | undefined;
  /** The `start` of the URL, for evergreen timers. */
  readonly start?: string | null | undefined;
  /** Reads the query of the URL, for timers whose moment is in it, or in a record that it names. */
  readonly query?: (() => ReadonlyMap<string, string>) | undefined;
}

interface OpenedTimer {
  readonly scene: TimerScene;
  readonly design: Pick<TimerDesign, 'target' | 'frames'>;
}

/**
 * Upper bound of timers whose parsed designs are cached, a few kilobytes each. Parsing one takes longer than finding
 * the cached GIF of this second.
 */
const SCENES_MAX = 1_000;
/** Milliseconds that reading the record of a target takes at most. */
const MOMENT_MAX = 2_000;
/** Moments of records that are kept for the case that the storage is away. */
const MOMENTS_MAX = 20_000;

export function timerRenderer(context: ServiceContext): RenderTimer {
  const { clock, hotBlobs, media, openingTurns } = context;
  const timers = new SharedCache<OpenedTimer>(SCENES_MAX);
  const moments = new LastHour<Millis | null>(MOMENTS_MAX, clock);

  /** Caches by the design, not by the image, so that any change of the design is visible. A date is in neither. */
  function openTimer(accountId: string, timer: TimerRow): OpenedTimer {
    const text = `${accountId}\n${timer.design}\n${timer.resources}`;
    const known = timers.get(text);
    if (known !== undefined) return known;
    const { design, resources } = readTimer(timer);
    const opened = { design, scene: sceneOf(design, resources, hotBlobs.loadFor(accountId)) };
    timers.set(text, opened, { account: accountId, bytes: 1 });
    return opened;
  }

  /** Reads the moment in a record. While it can't be read, it is that of the last hour. */
  async function readMoment(
    { accountId, publicId, version }: ImageRow,
    record: TargetRecord,
    { at }: Pick<OpenOptions, 'at'>,
    caller: Caller,
  ): Promise<Millis | null> {
    const now = at ?? clock();
    const key = sha256Base64url(JSON.stringify([publicId, version, record]));
    try {
      const reading = openingTurns.run(caller, () => readRecordMoment(context, accountId, record, now));
      const moment = await requireWithin(reading, MOMENT_MAX, 'The date of the timer was not read in time.');
      // At another moment than now, the record may not be there yet, or no more.
      if (at === undefined) moments.keep(key, moment, { account: accountId, bytes: 1 });
      return moment;
    } catch (error) {
      const before = moments.find(key);
      if (before === undefined || !(error instanceof UnavailableError)) throw error;
      return before;
    }
  }

  return async (image, options) => {
    const { accountId, timer } = image;
    if (timer === null) throw new Error('the image is not a timer');
    const caller: Caller = {
      account: accountId,
      // Reads the signal only if the GIF is not cached, because a server creates the signal of a request on first
      // access.
      get signal() {
        return options.signal;
      },
    };
    const { scene, design } = openTimer(accountId, timer);
    const now = options.at ?? clock();
    const until = await findMoment(design.target, { now, query: options.query }, (record) =>
      readMoment(image, record, options, caller),
    );
    const countdown = countdownOf({ design, target: timer.target }, now, { start: options.start, until });
    return requireMedia(media).renderTimer(scene, countdown, caller);
  };
}
