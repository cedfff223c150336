import type { FindPlace } from '../../geocoding/place-finder.ts';
import { UnavailableError } from '../../ground/errors.ts';
import type { MaybePromise } from '../../ground/promises.ts';
import type { Alarm } from '../../jobs/alarm.ts';
import type { LiveOpenings } from '../../live/opening/opened-live.ts';
import type { RemotePictures } from '../../live/opening/remote-pictures.ts';
import type { Media } from '../../media/media.ts';
import type { Geocoder } from '../../ports/geocoder.ts';
import type { OAuthTokens } from '../../ports/oauth-token.ts';
import type { PathTokens } from '../../ports/path-token.ts';
import type { Clock, IdSource, Secrets } from '../../ports/ports.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { Storage, StoreRow } from '../../storage/index.ts';
import type { ErrorSink } from './error-sink.ts';
import type { HotBlobs } from './hot-blobs.ts';
import type { ImportChunks } from './import-chunks.ts';
import type { OpeningTurns } from './opening-turns.ts';
import type { LargePages } from './page-size.ts';
import type { Quotas } from './quotas.ts';
import type { RecordHooks } from './record-hooks.ts';

/** Follows the stores that calls of this process use, for a function that gets their changes. */
export interface StoreFollower {
  /** Follows a store from now on, before a call uses it. Returns the store as it is then. */
  open(store: StoreRow): MaybePromise<StoreRow>;
  /** Lets the logs of stores that are created from now on begin with them. To be called before the creation. */
  logNewStores(accountId: string): Promise<void>;
  /** Follows a new store from its creation on. */
  add(store: StoreRow): Promise<void>;
}

/** The dependencies of all services. */
export interface ServiceContext {
  readonly storage: Storage;
  /** The idempotency keys of the calls in flight, with their accounts (`once`). */
  readonly keysInFlight: Set<string>;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The beginning of all URLs in responses, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Secrets that sign cursors. They differ in a copy of the data, where insertion numbers belong to other records. */
  readonly cursorSecrets: Secrets;
  /** Secrets that sign the URLs of live images. They rotate apart from the others, because mails live for years. */
  readonly linkSecrets: Secrets;
  /** Tokens of thumbnails and previews. */
  readonly tokens: PathTokens;
  /** Codes and tokens of clients of OAuth. */
  readonly oauthTokens: OAuthTokens;
  /** Null: this server cannot read pictures and fonts (`requireMedia`). */
  readonly media: Media | null;
  readonly hotBlobs: HotBlobs;
  readonly largePages: LargePages;
  readonly importChunks: ImportChunks;
  readonly quotas: Quotas;
  readonly recordHooks: RecordHooks;
  /** Aborts when the Vitrine closes. Calls finish nevertheless; exports end. */
  readonly closing: AbortSignal;
  /** Rung when a job is enqueued that a caller waits for. */
  readonly alarm: Alarm;
  readonly liveOpenings: LiveOpenings;
  readonly openingTurns: OpeningTurns;
  readonly remotePictures: RemotePictures;
  /** Receives errors that no caller sees, because it gets something else instead, or nothing. */
  readonly onError: ErrorSink;
  /** Finds a place for a caller that waits. */
  readonly findPlace: FindPlace;
  /** Null: addresses stay in the queue. */
  readonly geocoder: Geocoder | null;
  /** Null: this process sends no webhooks. */
  readonly webhookSender: WebhookSender | null;
  /** Null: no function gets changes. */
  readonly follower: StoreFollower | null;
}

/** Returns `media`. @throws UnavailableError if Vitrine runs without it. */
export function requireMedia(media: Media | null): Media {
  if (media === null) {
    throw new UnavailableError(
      'Pictures and fonts cannot be read: Vitrine runs without the package @vitrine/media.',
      { retryAfterSeconds: 3_600 },
    );
  }
  return media;
}
