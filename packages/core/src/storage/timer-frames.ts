import type { Millis } from '../ground/rows.ts';
import type { ImageRow, NewImage, TimerRow } from './images.ts';
import type { KeyedWrite } from './write-options.ts';

/** A draft of a timer. */
export interface TimerFrameRow {
  /** `tf_` and 128 random bits: unique over all accounts. */
  readonly id: string;
  readonly accountId: string;
  readonly conversationId: string;
  readonly name: string;
  /** Starts at 1 and increases with each change of the draft. */
  readonly revision: number;
  /** The design with its target, as plain JSON. Made and read by core only. */
  readonly design: string;
  /** The image that the draft was saved as; the draft is then read-only. Null: not saved yet. */
  readonly imageId: number | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly expiresAt: Millis;
}

export type NewTimerFrame = Omit<TimerFrameRow, 'revision' | 'imageId'>;
export type TimerFrameRef = Pick<TimerFrameRow, 'id' | 'accountId'>;

export interface TimerFrameChange {
  readonly name?: string;
  readonly design: string;
  readonly expiresAt: Millis;
}

/** A new picture of a saved timer. Omitted members stay. */
export type TimerReplacement = Pick<NewImage, 'width' | 'height' | 'animated' | 'bytes' | 'uses'> &
  Partial<Pick<NewImage, 'name' | 'folder'>> & {
    readonly imageId: number;
    readonly timer: TimerRow;
  };

/** Expired frames (`expiresAt` not after `now`) are invisible to all methods except `purgeExpired`. */
export interface TimerFrameStorage {
  /**
   * Inserts a draft and, in the same step, removes the oldest unsaved drafts of the account beyond `keep`, by
   * `createdAt` and then by insertion. Drafts that have expired by `createdAt` of the new one do not count. Racing
   * calls together leave at most `keep` drafts.
   */
  insert(frame: NewTimerFrame, keep: number, options?: KeyedWrite): Promise<TimerFrameRow>;
  /**
   * Inserts a draft of another storage as the latest of its account. For copies. False: a draft with this id exists.
   */
  restore(frame: TimerFrameRow): Promise<boolean>;
  /** Oldest first, by `createdAt` and then by insertion. Includes saved drafts. For copies. */
  list(accountId: string, now: Millis): Promise<TimerFrameRow[]>;
  get(accountId: string, id: string, now: Millis): Promise<TimerFrameRow | null>;
  /** The lookup without an account, for signed preview URLs. */
  find(id: string, now: Millis): Promise<TimerFrameRow | null>;
  /**
   * Changes the draft if its revision equals `expectedRevision` and it is not saved, else returns `'stale'`. Of two
   * racing calls one is stale.
   */
  update(
    ref: TimerFrameRef,
    expectedRevision: number,
    change: TimerFrameChange,
    now: Millis,
  ): Promise<TimerFrameRow | 'stale' | null>;
  /**
   * Inserts the image and marks the draft as saved, in one step, if its revision equals `expectedRevision`; else
   * returns `'stale'`. A saved draft is returned as it is, regardless of its revision, and no image is made. So racing
   * calls all get the same image.
   */
  save(
    ref: TimerFrameRef,
    expectedRevision: number,
    image: NewImage,
    now: Millis,
  ): Promise<{ readonly frame: TimerFrameRow; readonly image: ImageRow } | 'stale' | null>;
  /**
   * Gives the timer image a new picture and marks the draft as saved, in one step, under the conditions of `save`. The
   * image keeps its id, its public id and its date of creation; its `version` and `updatedAt` move. It uses the new blobs
   * only. Null also if the account has no timer with the id.
   */
  replace(
    ref: TimerFrameRef,
    expectedRevision: number,
    timer: TimerReplacement,
    now: Millis,
  ): Promise<{ readonly frame: TimerFrameRow; readonly image: ImageRow } | 'stale' | null>;
  /** Deletes the draft, but not the image of a saved one. False: no such draft. */
  delete(ref: TimerFrameRef, now: Millis): Promise<boolean>;
  /** Permanently removes at most `limit` expired drafts. Returns their number. */
  purgeExpired(limit: number, now: Millis): Promise<number>;
}
