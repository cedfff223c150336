import type { BlobHash } from './blobs.ts';
import type { Millis } from './rows.ts';

export type FontFormat = 'ttf' | 'otf' | 'woff' | 'woff2' | 'ttc';

/** What is read from a font's own tables. */
export interface FontFacts {
  readonly family: string;
  readonly style: string;
  readonly fullName: string;
  /** 1 to 1000, as in OS/2 and CSS. */
  readonly weight: number;
  readonly italic: boolean;
  readonly format: FontFormat;
  readonly variable: boolean;
  readonly glyphCount: number;
  /** Whether it has all of 0 to 9, so that it can draw a timer. */
  readonly hasDigits: boolean;
  readonly bytes: number;
}

/** A font that an account brought. Built-in ones are not stored. */
export interface FontRow extends FontFacts {
  /** From 1000, rising in the account and never used again there; two accounts may have the same. */
  readonly id: number;
  readonly accountId: string;
  readonly blob: BlobHash;
  /** The sample drawn before it was saved, WebP. */
  readonly sample: BlobHash;
  readonly createdAt: Millis;
}

export interface FontStorage {
  /** The account's font with the same `blob` is answered instead of a second one, also of two racing calls. Records the use of both blobs. */
  insert(font: Omit<FontRow, 'id'>): Promise<FontRow>;
  /**
   * Inserts a font as another storage has it, with its own id; later ids of the account are higher. For copies. False: the
   * account has, or had, a font of this id or a higher one; nothing is changed.
   */
  restore(font: FontRow): Promise<boolean>;
  get(accountId: string, id: number): Promise<FontRow | null>;
  /** Oldest first. */
  list(accountId: string): Promise<FontRow[]>;
  /** Ends this font's use of its blobs; timers that pinned them keep them. False: no such font. */
  delete(accountId: string, id: number): Promise<boolean>;
}
