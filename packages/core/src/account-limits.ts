/** The resources that a quota may limit. Contracts, storages and the command line derive from this list. */
export const LIMITED_RESOURCES = [
  'stores',
  'records',
  'images',
  'imageBytes',
  'fonts',
  'locations',
  'queuedGeocodes',
  'keys',
] as const;

/**
 * - `stores`: live stores. `records`: live records of live stores, without expired ones.
 * - `images`: images and timers that are not deleted.
 * - `imageBytes`: bytes of all images, including deleted ones, because they are kept for a restore.
 * - `fonts`: custom fonts. `keys`: API keys, including expired ones, until they are revoked.
 * - `locations`: locations of live maps. `queuedGeocodes`: those that wait for geocoding.
 */
export type LimitedResource = (typeof LIMITED_RESOURCES)[number];

/** Absent: no limit. */
export type AccountLimits = { readonly [Resource in LimitedResource]?: number };
