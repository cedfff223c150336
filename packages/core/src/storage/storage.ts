import type { Figure } from '../figures.ts';
import type { AccountNumberStorage } from './account-numbers.ts';
import type { AccountUsageStorage } from './account-usage.ts';
import type { AccountStorage } from './accounts.ts';
import type { ApiKeyStorage } from './api-keys.ts';
import type { BlobObjectStorage } from './blob-objects.ts';
import type { BlobStorage } from './blobs.ts';
import type { FontStorage } from './fonts.ts';
import type { GeocodingStorage } from './geocoding.ts';
import type { ImageStorage } from './images.ts';
import type { JobStorage } from './jobs.ts';
import type { LocationStorage } from './locations.ts';
import type { MapStorage } from './maps.ts';
import type { RecordStorage } from './records.ts';
import type { RequestCountStorage } from './request-counts.ts';
import type { SettingStorage } from './settings.ts';
import type { StoreStorage } from './stores.ts';
import type { TimerFrameStorage } from './timer-frames.ts';

/**
 * Where everything is kept. Implementations: memory (the reference), SQLite, PostgreSQL; yours, if it passes
 * `@vitrine/core/conformance`.
 *
 * Rules that hold for every method:
 * - It is atomic by itself: done whole or not at all, and what it answered survives a crash of the process.
 * - Time (`now`) and ids come in as arguments. Absence is null. Empty input writes nothing.
 * - Values are typed and checked by core. Text is well-formed Unicode without U+0000; numbers are finite, never -0.
 * - Text is compared by Unicode code point, on every storage alike.
 * - Every method that touches an account's data takes the account or the store and never looks outside it.
 * - A method that takes `options` may read as much as its account has stored. It takes turns with other accounts, ends with the
 *   signal's reason when the signal aborts, and throws `UnavailableError` when it takes longer than the storage allows.
 * - A storage that can't answer now throws `UnavailableError`, and so does a closed one; nothing of its driver's errors
 *   crosses this seam.
 * - Insertion numbers (`seq`) rise and are never used again.
 */
export interface Storage {
  /** For messages and logs only. */
  readonly name: string;
  readonly accounts: AccountStorage;
  readonly apiKeys: ApiKeyStorage;
  readonly stores: StoreStorage;
  readonly records: RecordStorage;
  readonly jobs: JobStorage;
  readonly settings: SettingStorage;
  readonly accountNumbers: AccountNumberStorage;
  readonly blobs: BlobStorage;
  readonly blobObjects: BlobObjectStorage;
  readonly images: ImageStorage;
  readonly fonts: FontStorage;
  readonly timerFrames: TimerFrameStorage;
  readonly maps: MapStorage;
  readonly locations: LocationStorage;
  readonly geocoding: GeocodingStorage;
  readonly requestCounts: RequestCountStorage;
  readonly accountUsage: AccountUsageStorage;
  /** Brings the layout up to date; all DDL happens here. Two callers at once: one migrates, the other finds it done. */
  migrate(): Promise<Migration>;
  /** How its queues, threads and connections stand now; empty where there is nothing to tell. Costs nothing to speak of. */
  figures(): readonly Figure[];
  /** The engine, the layout and the size of the data. Asks the engine, so not for every request. */
  describe(): Promise<StorageDescription>;
  /** Resolves when the storage answers. */
  ping(): Promise<void>;
  /** Finishes what was accepted, then lets go of files and connections. Further calls throw. */
  close(): Promise<void>;
}

export interface StorageDescription {
  /** `memory`, `sqlite`, `postgres`, … */
  readonly engine: string;
  /** The layout's version. */
  readonly layout: number;
  /** Bytes of the data with its indexes; null where the engine does not tell. */
  readonly bytes: number | null;
}

/** The layout's version before and after `migrate`. */
export interface Migration {
  readonly from: number;
  readonly to: number;
}
