/** The resources that a quota may limit. Contracts, storages and the command line derive from this list. */
export const LIMITED_RESOURCES = [
  'stores',
  'records',
  'images',
  'imageBytes',
  'fonts',
  'fontBytes',
  'maps',
  'locations',
  'queuedGeocodes',
  'keys',
  'queuedImports',
  'importBytes',
  'webhooks',
  'idempotencyBytes',
] as const;

/**
 * - `stores`: live stores. `records`: live records of live stores, without expired ones.
 * - `images`: images and timers that are not deleted.
 * - `imageBytes`: bytes of all images, including deleted ones, because they are kept for a restore.
 * - `fonts`: custom fonts. `fontBytes`: bytes of their files.
 * - `keys`: API keys, including expired ones, until they are revoked.
 * - `maps`: live maps. `locations`: locations of live maps. `queuedGeocodes`: those that wait for geocoding.
 * - `queuedImports`: imports that have not ended.
 * - `importBytes`: bytes of the files, drafts, refused records and plans of all imports that are not removed.
 * - `webhooks`: webhooks, including disabled ones.
 * - `idempotencyBytes`: bytes of the responses that are kept under idempotency keys.
 */
export type LimitedResource = (typeof LIMITED_RESOURCES)[number];

/** Absent: the default, and without one no limit. */
export type AccountLimits = { readonly [Resource in LimitedResource]?: number };

/**
 * Limits of accounts that have none for the resource. The queues of imports and of webhooks are shared, so no account may fill
 * them.
 */
const DEFAULT_LIMITS: AccountLimits = { queuedImports: 100, webhooks: 20 };

/** Returns the limit in force. Null: there is none. */
export function limitOf(limits: AccountLimits, resource: LimitedResource): number | null {
  return limits[resource] ?? DEFAULT_LIMITS[resource] ?? null;
}
