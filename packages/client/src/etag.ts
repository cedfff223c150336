/** The version of a record: its entity tag, or a record that `get`, `lookup`, `add` or `patch` returned. */
export type Version = string | object;

const etags = new WeakMap<object, string | null>();

/** Remembers the entity tag of a record. */
export function withEtag<Row extends object>(row: Row, headers: Headers): Row {
  etags.set(row, headers.get('etag'));
  return row;
}

/**
 * Returns the entity tag of a record that `get`, `lookup`, `add` or `patch` returned.
 *
 * @throws TypeError for another object: records of lists have none, and neither have copies.
 */
export function etagOf(version: Version): string {
  const etag = typeof version === 'string' ? version : etags.get(version);
  if (etag) return etag;
  throw new TypeError('This object has no entity tag.');
}
