/** An entity tag in a list of them; the `W/` of a weak one means nothing to If-None-Match (RFC 9110 section 13.1.2). */
const TAG = /(?:W\/)?("[^"]*")/g;

/** Whether a header If-None-Match names the strong tag: then its sender has these bytes. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  for (const [, tag] of header.matchAll(TAG)) if (tag === etag) return true;
  return false;
}
