/** The version of a record: its entity tag, or a record that `get`, `lookup`, `add` or `patch` returned. */
export type Version = string | object;

const etags = new WeakMap<object, string>();

/** Remembers the entity tag of a record. */
export function withEtag<Row extends object>(row: Row, headers: Headers): Row {
  const etag = headers.get('etag');
  if (etag !== null) etags.set(row, etag);
  return row;
}

/**
 * Returns the entity tag of a record that `get`, `lookup`, `add` or `patch` returned.
 *
 * @throws TypeError for another object: records of lists have none, and neither have copies.
 */
export function etagOf(version: Version): string {
  const etag = typeof version === 'string' ? version : etags.get(version);
  if (etag === undefined) {
    throw new TypeError('Only a record that get, lookup, add or patch returned has an entity tag.');
  }
  return etag;
}
