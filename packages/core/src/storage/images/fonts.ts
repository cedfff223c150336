import type { Millis } from '../../ground/rows.ts';
import type { BlobHash } from './blobs.ts';

export type FontFormat = 'ttf' | 'otf' | 'woff' | 'woff2' | 'ttc';

/** The properties that are read from the tables of a font. */
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
  /** Whether the font has all digits 0 to 9, which timers need. */
  readonly hasDigits: boolean;
  readonly bytes: number;
}

/** A font that an account uploaded. Built-in fonts are not stored. */
export interface FontRow extends FontFacts {
  /** From 1000, rising within the account and never reused there. Two accounts may have the same id. */
  readonly id: number;
  readonly accountId: string;
  readonly blob: BlobHash;
  /** The sample text drawn with the font, as WebP. */
  readonly sample: BlobHash;
  readonly createdAt: Millis;
}

export interface FontStorage {
  /**
   * Inserts a font and records the use of both blobs. If the account has a font with the same `blob`, returns that one
   * instead, also for racing calls.
   */
  insert(font: Omit<FontRow, 'id'>): Promise<FontRow>;
  /**
   * Inserts a font of another storage with its id. Later ids of the account are higher. For copies. False: the account
   * has or had a font with this id or a higher one; nothing changes.
   */
  restore(font: FontRow): Promise<boolean>;
  get(accountId: string, id: number): Promise<FontRow | null>;
  /** Oldest first. */
  list(accountId: string): Promise<FontRow[]>;
  /** Deletes the font and its uses of blobs. Timers that pinned the blobs keep them. False: no such font. */
  delete(accountId: string, id: number): Promise<boolean>;
}
