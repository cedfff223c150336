/** The version of a record: its entity tag, or a record that `get`, `lookup`, `add` or `patch` returned. */
export type Version = string | object;

/** Cheaper than a WeakMap: the garbage collector visits each entry of that. Not enumerable, so copies lack it. */
const ETAG = Symbol('etag');

interface Tagged {
  readonly [ETAG]?: string | null;
}

/** Remembers the entity tag of a record. */
export function rememberEtag(row: object, headers: Headers): void {
  Object.defineProperty(row, ETAG, { value: headers.get('etag') });
}

/**
 * Returns the entity tag of a record that `get`, `lookup`, `add` or `patch` returned.
 *
 * @throws TypeError for another object: records of lists have none, and neither have copies.
 */
export function etagOf(version: Version): string {
  const etag = typeof version === 'string' ? version : (version as Tagged)[ETAG];
  if (etag) return etag;
  throw new TypeError('This object has no entity tag.');
}
