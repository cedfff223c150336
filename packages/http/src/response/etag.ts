/** An entity tag in a list. If-None-Match ignores the `W/` of a weak tag (RFC 9110 section 13.1.2). */
const TAG = /(?:W\/)?("[^"]*")/g;

/** Returns whether an If-None-Match header contains the strong tag: the client then has these bytes. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  for (const [, tag] of header.matchAll(TAG)) if (tag === etag) return true;
  return false;
}
