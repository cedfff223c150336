import type { ImageRow, NewImage } from './images.ts';
import type { Millis } from './rows.ts';

/** A draft of a timer. */
export interface TimerFrameRow {
  /** `tf_` and 128 random bits: unique over all accounts. */
  readonly id: string;
  readonly accountId: string;
  readonly conversationId: string;
  readonly name: string;
  /** Moves with every change of the draft; 1 at first. */
  readonly revision: number;
  /** The design with its target as plain JSON. Made and read by core only. */
  readonly design: string;
  /** The image that it was saved as: then the draft is read-only. Null: not saved yet. */
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

/** Expired frames (`expiresAt` not after `now`) are invisible to every method but `purgeExpired`. */
export interface TimerFrameStorage {
  /**
   * Adds it, and removes the oldest unsaved drafts of the account beyond `keep`, by `createdAt` and then by insertion, in the
   * same step. Drafts that have expired by its `createdAt` are not counted. Of racing calls together no more than `keep` stay.
   */
  insert(frame: NewTimerFrame, keep: number): Promise<TimerFrameRow>;
  /** Inserts a draft as another storage has it, the latest of its account; for copies. False: there is one of this id already. */
  restore(frame: TimerFrameRow): Promise<boolean>;
  /** Oldest first, by `createdAt` and then by insertion; saved ones too. For copies. */
  list(accountId: string, now: Millis): Promise<TimerFrameRow[]>;
  get(accountId: string, id: string, now: Millis): Promise<TimerFrameRow | null>;
  /** Without an account: what a signed preview URL names. */
  find(id: string, now: Millis): Promise<TimerFrameRow | null>;
  /** Changes the draft if its revision equals `expectedRevision` and it is not saved, else `'stale'`. Of two racing calls one is stale. */
  update(
    ref: TimerFrameRef,
    expectedRevision: number,
    change: TimerFrameChange,
    now: Millis,
  ): Promise<TimerFrameRow | 'stale' | null>;
  /**
   * Inserts the image and marks the draft saved, in one step, if its revision equals `expectedRevision`; else `'stale'`. A
   * draft that is saved already is answered as it is, whatever its revision, and no image is made; so of two racing calls both get the same image.
   */
  save(
    ref: TimerFrameRef,
    expectedRevision: number,
    image: NewImage,
    now: Millis,
  ): Promise<{ readonly frame: TimerFrameRow; readonly image: ImageRow } | 'stale' | null>;
  /** False: no such draft. The image of a saved one stays. */
  delete(ref: TimerFrameRef, now: Millis): Promise<boolean>;
  /** Removes for good at most `limit` expired ones; how many. */
  purgeExpired(limit: number, now: Millis): Promise<number>;
}
