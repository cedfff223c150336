import type { Millis, SeqPage, Slice } from '../../ground/rows.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { KeyedWrite } from '../writes/write-options.ts';
import type { BlobHash } from './blobs.ts';

export type ImageType = 'static' | 'timer' | 'live';
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';

/** When a timer ends: the requested wall time and zone, and the instant that they meant at that time. */
export interface TimerTarget {
  /** `YYYY-MM-DDTHH:MM:SS` in `timeZone`. */
  readonly local: string;
  /** An IANA name. */
  readonly timeZone: string;
  readonly instant: Millis;
}

export interface TimerRow {
  /** The design as plain JSON, without the target. Made and read by core only. */
  readonly design: string;
  readonly target: TimerTarget;
  /** The resources that the design uses, pinned when it was saved, as plain JSON. Made and read by core only. */
  readonly resources: string;
}

/** The design of a live image and the resources that it has pinned, as plain JSON. Made and read by core only. */
export interface LiveRow {
  readonly design: string;
  readonly resources: string;
}

export interface ImageRow {
  /**
   * From 1, rising within the account and never reused there. Two accounts may have the same id. The order of lists.
   */
  readonly id: number;
  readonly accountId: string;
  /** The id in the production URL: 12 characters of base64url, unique over all accounts. */
  readonly publicId: string;
  readonly type: ImageType;
  readonly name: string;
  /** Null: the root folder. */
  readonly folder: string | null;
  /** False: soft-deleted. */
  readonly active: boolean;
  readonly width: number;
  readonly height: number;
  readonly format: ImageFormat;
  readonly animated: boolean;
  /** The size of the bytes that the production URL serves; of what is drawn, of its picture when it was saved. */
  readonly bytes: number;
  /** The bytes that the production URL serves. Null for timers and live images, which are drawn for each request. */
  readonly blob: BlobHash | null;
  /** Made on the first request. Null until then, and for what is drawn for each request. */
  readonly thumbnail: BlobHash | null;
  readonly timer: TimerRow | null;
  readonly live: LiveRow | null;
  /** Starts at 1 and increases with each change of the shown content (the target of a timer, a design). */
  readonly version: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/**
 * `uses`: all blobs that are needed to serve the image (its own, or the fonts and pictures of a design). They are kept
 * as long as the image exists.
 */
export type NewImage = Omit<ImageRow, 'id' | 'version' | 'thumbnail'> & {
  readonly uses: readonly BlobHash[];
};

/** An image of another storage, with all blobs that it uses. */
export type RestoredImage = ImageRow & Pick<NewImage, 'uses'>;

export type ImageChange = Partial<Pick<ImageRow, 'name' | 'folder' | 'active'>>;

/** Images are only soft-deleted: all methods see inactive ones too. */
export interface ImageStorage {
  insert(image: NewImage, options?: KeyedWrite): Promise<ImageRow>;
  /**
   * Inserts an image of another storage with its id. Later ids of the account are higher. For copies. False: the
   * account has or had an image with this id or a higher one; nothing changes.
   */
  restore(image: RestoredImage): Promise<boolean>;
  get(accountId: string, id: number): Promise<ImageRow | null>;
  /** Returns all blobs that the image uses, including its thumbnail, sorted by hash. For copies. */
  uses(accountId: string, id: number): Promise<BlobHash[]>;
  /** The only lookup without an account, for public URLs. */
  findByPublicId(publicId: string): Promise<ImageRow | null>;
  /**
   * Newest first; `before` and the order are by `id`. `nameContains` is folded (`fold`) and literal, and compared with
   * the folded name. Null: any.
   */
  list(
    accountId: string,
    query: {
      readonly nameContains: string | null;
      readonly type: ImageType | null;
      readonly active: boolean | null;
    } & SeqPage,
    options?: CallOptions,
  ): Promise<Slice<ImageRow>>;
  /** Changes the given members and moves `updatedAt`. The last of two racing calls wins for each member. */
  update(accountId: string, id: number, change: ImageChange, now: Millis): Promise<ImageRow | null>;
  /**
   * Sets the target of a timer, moves `version` and `updatedAt`. Null: no such image, or not a timer. The last of two
   * racing calls wins.
   */
  setTarget(accountId: string, id: number, target: TimerTarget, now: Millis): Promise<ImageRow | null>;
  /** Stores the thumbnail and records its use. `updatedAt` stays. The first of two racing calls wins. */
  setThumbnail(accountId: string, id: number, thumbnail: BlobHash): Promise<void>;
}
