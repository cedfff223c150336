import type { Secrets } from '../crypto.ts';
import type { Geocoder } from '../geocoder.ts';
import type { Media } from '../media.ts';
import type { PathTokens } from '../path-token.ts';
import type { Clock, IdSource } from '../ports.ts';
import type { Storage } from '../storage/index.ts';
import type { HotBlobs } from './hot-blobs.ts';
import type { LargePages } from './large-pages.ts';
import type { Quotas } from './quotas.ts';

/** What every service works with. */
export interface ServiceContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** What every URL that is handed out begins with; no slash at its end. */
  readonly baseUrl: () => string;
  /** Sign cursors; others in a copy, where the numbers that they carry mean other records. */
  readonly cursorSecrets: Secrets;
  /** Of thumbnails and previews. */
  readonly tokens: PathTokens;
  /** Null: pictures and fonts can't be read here (`requireMedia`). */
  readonly media: Media | null;
  readonly hotBlobs: HotBlobs;
  readonly largePages: LargePages;
  readonly quotas: Quotas;
  /** Null: addresses wait in the queue. */
  readonly geocoder: Geocoder | null;
}
