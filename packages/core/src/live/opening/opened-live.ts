import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { LiveClient } from '../../contracts/live/live-rules.ts';
import type { Millis } from '../../ground/rows.ts';
import type { LiveFormat, LiveScene } from '../../media/live-scene.ts';
import type { ImageRow } from '../../storage/images/images.ts';
import type { CompiledLive } from '../design/compiled-design.ts';
import type { StoredLive } from '../design/stored-design.ts';
import type { SourceResults } from '../values/source-data.ts';
import type { ResolvedLive } from './resolve-live.ts';
import type { SceneChoices } from './scene-of-live.ts';

/** How a live image is opened. */
export interface LiveOpeningOptions {
  /** The moment of opening. */
  readonly at: Millis;
  readonly client: LiveClient;
  /** Stands for the key of the first source of the kind record. Only for previews and for those who have a key. */
  readonly recordId?: string | null | undefined;
  /** Keeps what the sources find, for `openAsBefore`. Only for what a reader opens now. */
  readonly keeps?: boolean | undefined;
  /** The rule that is applied whatever its conditions are. Only for previews and for those who have a key. */
  readonly rule?: string | null | undefined;
  readonly signal: AbortSignal;
}

/**
 * What a picture depends on besides its design: `url` on the values of the URL only; `data` also on records, the time or
 * the client; `timer` changes every second.
 */
export type LiveDependence = 'url' | 'data' | 'timer';

/** A live image with its values, before it is drawn. */
export interface OpenedLive {
  readonly compiled: CompiledLive;
  readonly resolved: ResolvedLive;
  /** Where a click leads to, without the fallback. Null: no link. */
  readonly link: string | null;
  readonly records: SourceResults;
  readonly dependence: LiveDependence;
  /** The URLs of the pictures that have to be fetched for the scene. */
  readonly photos: readonly string[];
  /** Returns what is drawn. A photo that `choices` lacks falls back to the picture of its layer. */
  scene(choices?: SceneChoices): LiveScene;
}

/** What all openings of a saved live image have in common. */
export interface KeptLive {
  readonly design: LiveDesign;
  /** Returns the fallback picture in the size of the design; without a picture a transparent one. */
  fallback(format?: LiveFormat): LiveScene;
}

/** Opens live images by the rights of the account that owns them. */
export interface LiveOpenings {
  /** Returns what is known without opening. Reads nothing. */
  kept(image: ImageRow): Promise<KeptLive>;
  /** Opens a saved live image. Everything that its openings share is kept: an opening only reads its sources. */
  open(image: ImageRow, query: ReadonlyMap<string, string>, options: LiveOpeningOptions): Promise<OpenedLive>;
  /**
   * Opens a saved live image with what its sources found for these values in the last hour. Reads nothing. Null: no reader has
   * opened it with them.
   */
  openAsBefore(
    image: ImageRow,
    query: ReadonlyMap<string, string>,
    options: Pick<LiveOpeningOptions, 'at' | 'client'>,
  ): Promise<OpenedLive | null>;
  /** Opens a design that is not saved. */
  openDesign(
    accountId: string,
    stored: StoredLive,
    query: ReadonlyMap<string, string>,
    options: LiveOpeningOptions,
  ): Promise<OpenedLive>;
}
