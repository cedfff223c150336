import type { Millis } from '../../ground/rows.ts';
import type { KeyedWrite } from '../writes/write-options.ts';
import type { ImageRow, NewImage } from './images.ts';

/** What a draft is saved as. */
export type DraftKind = 'timer' | 'live';

/** A draft of a timer or of a live image. */
export interface DraftRow {
  readonly kind: DraftKind;
  /** A prefix for its kind and 128 random bits: unique over all accounts. */
  readonly id: string;
  readonly accountId: string;
  readonly conversationId: string;
  readonly name: string;
  /** Starts at 1 and increases with each change of the draft. */
  readonly revision: number;
  /** The design and what belongs to it, as plain JSON. Made and read by core only. */
  readonly design: string;
  /** The image that the draft was saved as; the draft is then read-only. Null: not saved yet. */
  readonly imageId: number | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly expiresAt: Millis;
}

export type NewDraft = Omit<DraftRow, 'revision' | 'imageId'>;
export type DraftRef = Pick<DraftRow, 'id' | 'accountId'>;

export interface DraftChange {
  readonly name?: string;
  readonly design: string;
  readonly expiresAt: Millis;
}

/** A new design of a saved timer or live image. Omitted members stay. */
export type ImageReplacement = Pick<
  NewImage,
  'width' | 'height' | 'format' | 'animated' | 'bytes' | 'uses' | 'timer' | 'live'
> &
  Partial<Pick<NewImage, 'name' | 'folder'>> & { readonly imageId: number };

/** Expired drafts (`expiresAt` not after `now`) are invisible to all methods except `purgeExpired`. */
export interface DraftStorage {
  /**
   * Inserts a draft and, in the same step, removes the oldest unsaved drafts of its kind and account beyond `keep`, by
   * `createdAt` and then by insertion. Drafts that have expired by `createdAt` of the new one do not count. Racing
   * calls together leave at most `keep` drafts of a kind.
   */
  insert(frame: NewDraft, keep: number, options?: KeyedWrite): Promise<DraftRow>;
  /**
   * Inserts a draft of another storage as the latest of its account. For copies. False: a draft with this id exists.
   */
  restore(frame: DraftRow): Promise<boolean>;
  /** Oldest first, by `createdAt` and then by insertion. Includes saved drafts. For copies. */
  list(accountId: string, now: Millis): Promise<DraftRow[]>;
  get(accountId: string, id: string, now: Millis): Promise<DraftRow | null>;
  /** The lookup without an account, for signed preview URLs. */
  find(id: string, now: Millis): Promise<DraftRow | null>;
  /**
   * Changes the draft if its revision equals `expectedRevision` and it is not saved, else returns `'stale'`. Of two
   * racing calls one is stale.
   */
  update(
    ref: DraftRef,
    expectedRevision: number,
    change: DraftChange,
    now: Millis,
  ): Promise<DraftRow | 'stale' | null>;
  /**
   * Inserts the image and marks the draft as saved, in one step, if its revision equals `expectedRevision`; else
   * returns `'stale'`. A saved draft is returned as it is, regardless of its revision, and no image is made. So racing
   * calls all get the same image.
   */
  save(
    ref: DraftRef,
    expectedRevision: number,
    image: NewImage,
    now: Millis,
  ): Promise<{ readonly frame: DraftRow; readonly image: ImageRow } | 'stale' | null>;
  /**
   * Gives the image a new design and marks the draft as saved, in one step, under the conditions of `save`. The
   * image keeps its id, its public id and its date of creation; its `version` and `updatedAt` move. It uses the new blobs
   * only. Null also if the account has no image with the id, or one of another type.
   */
  replace(
    ref: DraftRef,
    expectedRevision: number,
    replacement: ImageReplacement,
    now: Millis,
  ): Promise<{ readonly frame: DraftRow; readonly image: ImageRow } | 'stale' | null>;
  /** Deletes the draft, but not the image of a saved one. False: no such draft. */
  delete(ref: DraftRef, now: Millis): Promise<boolean>;
  /** Permanently removes at most `limit` expired drafts. Returns their number. */
  purgeExpired(limit: number, now: Millis): Promise<number>;
}
