import { signedUntil } from '../../../encoding/link-signature.ts';
import { UnavailableError } from '../../../ground/errors.ts';
import { requireWithin, resultWithin } from '../../../ground/promises.ts';
import { secondsUntil } from '../../../ground/seconds-until.ts';
import type { LiveDependence, LiveOpeningOptions, OpenedLive } from '../../../live/opening/opened-live.ts';
import type { DrawnLive, LiveFormat, LiveScene } from '../../../media/live-scene.ts';
import type { ImageRow } from '../../../storage/images/images.ts';
import type { CallOptions } from '../../../turns/caller.ts';
import { requireMedia, type ServiceContext } from '../../calls/context.ts';

/**
 * Milliseconds that an opening takes at most: all of it, and until its sources and its photos are there. Then what was known
 * before, or what the layer shows without its photo, is still drawn.
 */
const OPENING_MAX = 2_000;
const SOURCES_MAX = 1_600;
const PHOTOS_MAX = 1_800;
/** Milliseconds that photos take at most. */
export const PHOTOS_WAIT = 1_000;
/** A fallback picture is drawn once, and then found. */
const FALLBACK_MAX = 500;

/** Who opens a live image, and how. */
export interface LiveReader extends Pick<LiveOpeningOptions, 'client' | 'signal'> {
  readonly query: ReadonlyMap<string, string>;
}

/** A live image that was found for a reader. */
export interface FoundLive {
  readonly image: ImageRow;
  /** When the look-up of the image began, in milliseconds of `performance.now`. */
  readonly began: number;
}

/** The picture that an opening shows. */
export interface ShownLive {
  /** What it depends on. Null: no cache may store it. */
  readonly dependence: LiveDependence | null;
  /** Equal keys: equal pictures, unless it has a timer. */
  readonly key: string;
  /** Whole seconds for which its URL shows it, infinite for an open image. */
  readonly secondsLeft: number;
  /**
   * `isFallback`: it is not the picture that was wanted. Rejects with the reason of the reader's signal.
   * @throws UnavailableError without `media`.
   */
  draw(): Promise<ShownFile>;
}

type ShownFile = DrawnLive & { readonly isFallback: boolean };

type Context = Pick<
  ServiceContext,
  'clock' | 'linkSecrets' | 'liveOpenings' | 'media' | 'remotePictures' | 'onError'
>;

/** Returns the scene of an opening with its remote pictures, and whether it has all of them. */
async function pictureScene(
  { remotePictures }: Pick<ServiceContext, 'remotePictures'>,
  accountId: string,
  opened: OpenedLive,
  { format, within = PHOTOS_WAIT }: { readonly format?: LiveFormat | undefined; readonly within?: number },
): Promise<{ readonly scene: LiveScene; readonly isWhole: boolean }> {
  const { photos } = opened;
  if (photos.length === 0) return { scene: opened.scene({ format }), isWhole: true };
  const found = await remotePictures.find(accountId, photos, within);
  const pictures = new Map([...found].map(([url, { hash }]) => [url, hash]));
  const loads = new Map([...found.values()].map(({ hash, load }) => [hash, load]));
  const scene = opened.scene({ format, pictures });
  const load = (hash: string) => loads.get(hash)?.() ?? scene.load(hash);
  return { scene: { ...scene, load }, isWhole: found.size === photos.length };
}

/** Draws what an opening shows, for the account that the work counts against. @throws UnavailableError as `renderLive`. */
export async function drawOpened(
  context: Pick<ServiceContext, 'remotePictures' | 'media'>,
  account: string,
  opened: OpenedLive,
  { format, signal }: { readonly format?: LiveFormat | undefined } & CallOptions,
): Promise<DrawnLive> {
  const { scene } = await pictureScene(context, account, opened, { format });
  return requireMedia(context.media).renderLive(scene, { account, signal });
}

/**
 * Opens a saved live image for a mail (docs/rules.md#public-pictures). Whatever fails, there is a picture: the fallback, in
 * the size of the design.
 */
export async function showLive(
  context: Context,
  found: FoundLive,
  { query, client, signal }: LiveReader,
  format: LiveFormat | undefined,
): Promise<ShownLive> {
  const { liveOpenings, media } = context;
  const failed = (error: unknown) => reportUnexpected(context, error);
  // The drawing goes on after its time, so that the next opening finds it. A timer will show another second then.
  const render = async (scene: LiveScene, within: number) => {
    const ending = isTicking(scene) ? AbortSignal.timeout(Math.max(0, Math.round(within))) : undefined;
    return requireMedia(media).renderLive(scene, { account, signal: ending });
  };
  const { image, began } = found;
  const ends = began + OPENING_MAX;
  const account = image.accountId;
  const { design, fallback } = await liveOpenings.kept(image);

  /** `isFallback`: not even the fallback could be drawn. */
  async function drawFallback(): Promise<ShownFile> {
    const empty = (): DrawnLive => {
      const [width, height] = [design.width * design.scale, design.height * design.scale];
      return { format: 'gif', bytes: requireMedia(media).transparentPicture(width, height) };
    };
    const scene = fallback(format);
    // Nothing is drawn for it, unless the URL asks for another format.
    if (scene.background.picture === null && format === undefined) return { ...empty(), isFallback: false };
    const drawn = await resultWithin(render(scene, FALLBACK_MAX), FALLBACK_MAX).catch(failed);
    return { ...(drawn ?? empty()), isFallback: drawn === null };
  }

  async function draw(scene: LiveScene): Promise<ShownFile> {
    const within = ends - performance.now();
    const drawn = await resultWithin(render(scene, within), within).catch(failed);
    if (drawn !== null) return { ...drawn, isFallback: false };
    return { ...(await drawFallback()), isFallback: true };
  }

  const shownFallback: ShownLive = {
    dependence: null,
    key: fallback(format).key,
    secondsLeft: 0,
    draw: async () => ({ ...(await drawFallback()), isFallback: true }),
  };
  try {
    const { secondsLeft, opened, isCurrent } = await openSigned(context, found, { query, client, signal });
    if (opened === null) return shownFallback;
    const within = Math.min(PHOTOS_WAIT, began + PHOTOS_MAX - performance.now());
    const { scene, isWhole } = await pictureScene(context, account, opened, { format, within });
    const dependence = isWhole && isCurrent ? opened.dependence : null;
    // Nothing of the design is visible, for example without a record.
    if (isEmpty(scene)) {
      return { ...shownFallback, dependence, secondsLeft, draw: drawFallback };
    }
    return { dependence, key: scene.key, secondsLeft, draw: () => draw(scene) };
  } catch (error) {
    signal.throwIfAborted();
    failed(error);
    return shownFallback;
  }
}

/**
 * Returns where a click on a live image leads to. Null: nowhere. A picture that can't be resolved has the link of the
 * fallback.
 */
export async function findLiveLink(
  context: Context,
  found: FoundLive,
  reader: LiveReader,
): Promise<string | null> {
  const { image } = found;
  const { design } = await context.liveOpenings.kept(image);
  const fallback = design.fallback.link === '' ? null : design.fallback.link;
  if (!image.active) return fallback;
  try {
    const { opened } = await openSigned(context, found, reader);
    return opened?.link ?? fallback;
  } catch (error) {
    reader.signal.throwIfAborted();
    reportUnexpected(context, error);
    return fallback;
  }
}

interface Opening {
  /** Null: the URL is not valid. */
  readonly opened: OpenedLive | null;
  readonly secondsLeft: number;
  /** False: the sources could not be read, so that their last values are shown. */
  readonly isCurrent: boolean;
}

/**
 * Opens the image if its URL is valid, with the last values of sources that can't be read now.
 * @throws what `LiveOpenings.open` throws, if there are none.
 */
async function openSigned(
  context: Context,
  { image, began }: FoundLive,
  { query, client, signal }: LiveReader,
): Promise<Opening> {
  const { clock, linkSecrets, liveOpenings } = context;
  const at = clock();
  const { design } = await liveOpenings.kept(image);
  const validUntil =
    design.access === 'open'
      ? Number.POSITIVE_INFINITY
      : signedUntil(linkSecrets, image.publicId, Object.keys(design.variables), query, at);
  if (validUntil === null) return { opened: null, secondsLeft: 0, isCurrent: true };
  const secondsLeft = secondsUntil(validUntil, at);
  const late = new AbortController();
  try {
    const opening = liveOpenings.open(image, query, {
      ...{ at, client, keeps: true, signal: AbortSignal.any([signal, late.signal]) },
    });
    const within = began + SOURCES_MAX - performance.now();
    const opened = await requireWithin(opening, within, 'The sources were not read in time.');
    return { opened, secondsLeft, isCurrent: true };
  } catch (error) {
    signal.throwIfAborted();
    late.abort(error);
    const opened = await liveOpenings.openAsBefore(image, query, { at, client });
    if (opened === null) throw error;
    reportUnexpected(context, error);
    return { opened, secondsLeft, isCurrent: false };
  }
}

/** The reader gets the fallback. What is neither load nor lateness is a fault that somebody should see. */
function reportUnexpected({ onError }: Context, error: unknown): null {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  if (!isLate && !(error instanceof UnavailableError)) onError(error);
  return null;
}

function isTicking({ layers }: LiveScene): boolean {
  return layers.some(({ type }) => type === 'timer');
}

function isEmpty({ layers, background }: LiveScene): boolean {
  return layers.length === 0 && background.picture === null && background.transparent;
}
