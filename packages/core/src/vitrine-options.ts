import type { Media } from './media/media.ts';
import type { BlobBytes } from './ports/blob-bytes.ts';
import type { Geocoder } from './ports/geocoder.ts';
import type { Clock, IdSource } from './ports/ports.ts';
import type { WebhookSender } from './ports/webhook-sender.ts';
import type { RateLimits } from './services/accounts/rate-limits.ts';
import type { ErrorSink } from './services/calls/error-sink.ts';
import type { OnChange } from './services/changes/store-follower.ts';
import type { Storage } from './storage/index.ts';

/** What `createVitrine` takes. */
export interface VitrineOptions {
  readonly storage: Storage;
  /**
   * Reads and draws pictures and fonts: `createMedia()` of `@vitrine/media`. Without it, calls that need it throw
   * `unavailable`.
   */
  readonly media?: Media | undefined;
  /**
   * Stores the bytes of pictures and fonts outside of the storage: `s3BlobBytes(…)` of `@vitrine/blobs-s3`. Existing
   * bytes stay in the storage. Default: the storage holds them.
   */
  readonly blobs?: BlobBytes | undefined;
  /**
   * Finds the places of addresses: a geocoder of `@vitrine/geocoder`. Without it, addresses wait in the queue until a
   * process with a geocoder works on the same storage.
   */
  readonly geocoder?: Geocoder | undefined;
  /**
   * Finds places for live images while they are opened, so it must not use the network: `offlineGeocoder()`. Default:
   * `geocoder`, if its name is `offline`.
   */
  readonly localGeocoder?: Geocoder | undefined;
  /**
   * Sends webhooks: `webhookSender()` of `@vitrine/media`. Without it, webhooks can't be created, and changes wait in the logs of
   * their stores for a process that can send them.
   */
  readonly webhookSender?: WebhookSender | undefined;
  /** Default `Date.now`. */
  readonly clock?: Clock | undefined;
  /** Default `randomIds()`. */
  readonly ids?: IdSource | undefined;
  /** Signs cursors and path tokens. Default: a random secret that is generated once and kept in the storage. */
  readonly secret?: string | undefined;
  /**
   * Signs the URLs of live images. Mails live for years, so it is apart from `secret`. Default: a random secret that is
   * generated once and kept in the storage.
   */
  readonly linksSecret?: string | undefined;
  /** The previous `linksSecret`. URLs that it signed stay valid. */
  readonly previousLinksSecret?: string | undefined;
  /** The previous `secret`. Its cursors and path tokens stay valid; new ones are signed with `secret`. */
  readonly previousSecret?: string | undefined;
  /**
   * The URL at which clients reach the HTTP interface, and the beginning of all URLs in responses. Pass a function if
   * it is only known once a server listens. Default `http://127.0.0.1:8080`.
   */
  readonly baseUrl?: string | (() => string) | undefined;
  /**
   * Gets the changes of the stores that this Vitrine uses (docs/changes.md#in-the-process): of each from the first call on
   * that names it, also changes of other processes. They come after their commit, in order for each store, and one call
   * follows the other. An error of the function goes to `onError`.
   */
  readonly onChange?: OnChange | undefined;
  /** Requests a minute that `rateLimits.admit` admits. Default: no limit. */
  readonly rateLimits?: RateLimits | undefined;
  /**
   * Called with what a hook throws besides a `VitrineError`, with what `onChange` throws, and with an error for which a
   * live image shows its fallback. Also with errors of background work, unless `work` has an `onError` of its own. Default
   * `console.error`.
   */
  readonly onError?: ErrorSink | undefined;
}
