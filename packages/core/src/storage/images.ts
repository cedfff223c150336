import type { CallOptions } from '../turns/caller.ts';
import type { BlobHash } from './blobs.ts';
import type { Millis, SeqPage, Slice } from './rows.ts';

export type ImageType = 'static' | 'timer';
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';

/** When a timer ends: what was said (wall time and zone), and the instant that it meant then. */
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
  /** What the design draws with, pinned when it was saved: as plain JSON, made and read by core only. */
  readonly resources: string;
}

export interface ImageRow {
  /** From 1, rising in the account and never used again there; two accounts may have the same. The order of lists. */
  readonly id: number;
  readonly accountId: string;
  /** What the production URL names: 12 characters of base64url, unique over all accounts. */
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
  /** The length of what the production URL serves; of a timer, of its picture when it was saved. */
  readonly bytes: number;
  /** What the production URL serves; null for a timer, which is drawn for each opening. */
  readonly blob: BlobHash | null;
  /** Made on first request; null until then, and for timers. */
  readonly thumbnail: BlobHash | null;
  readonly timer: TimerRow | null;
  /** Moves with every change of what the image shows (a timer's target); 1 at first. */
  readonly version: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/** `uses`: every blob that the image needs to be served (its own, or a timer's fonts and pictures), kept while the image is there. */
export type NewImage = Omit<ImageRow, 'id' | 'version' | 'thumbnail'> & {
  readonly uses: readonly BlobHash[];
};

/** An image as another storage has it, with everything that it uses. */
export type RestoredImage = ImageRow & Pick<NewImage, 'uses'>;

export type ImageChange = Partial<Pick<ImageRow, 'name' | 'folder' | 'active'>>;

/** Images are soft-deleted only: every method sees inactive ones too. */
export interface ImageStorage {
  insert(image: NewImage): Promise<ImageRow>;
  /**
   * Inserts an image as another storage has it, with its own id; later ids of the account are higher. For copies. False: the
   * account has, or had, an image of this id or a higher one; nothing is changed.
   */
  restore(image: RestoredImage): Promise<boolean>;
  get(accountId: string, id: number): Promise<ImageRow | null>;
  /** Every blob that the image uses, its thumbnail among them, in the order of their hashes. For copies. */
  uses(accountId: string, id: number): Promise<BlobHash[]>;
  /** The one look-up without an account: what a public URL names. */
  findByPublicId(publicId: string): Promise<ImageRow | null>;
  /** Newest first; `before` and the order are by `id`. `nameContains` is folded (`fold`) and literal; the name is compared folded. Null: any. */
  list(
    accountId: string,
    query: {
      readonly nameContains: string | null;
      readonly type: ImageType | null;
      readonly active: boolean | null;
    } & SeqPage,
    options?: CallOptions,
  ): Promise<Slice<ImageRow>>;
  /** Changes what is given and moves `updatedAt`. The last of two racing calls wins, per member. */
  update(accountId: string, id: number, change: ImageChange, now: Millis): Promise<ImageRow | null>;
  /** Gives a timer another target, moves `version` and `updatedAt`. Null: no such image, or not a timer. The last of two racing calls wins. */
  setTarget(accountId: string, id: number, target: TimerTarget, now: Millis): Promise<ImageRow | null>;
  /** Keeps the thumbnail and records its use; `updatedAt` stays. The first of two racing calls wins. */
  setThumbnail(accountId: string, id: number, thumbnail: BlobHash): Promise<void>;
}
