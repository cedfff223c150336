const DAY = 24 * 60 * 60 * 1_000;

/** Milliseconds to wait by a `Retry-After` header, in seconds or as a date; null when there is none. A day at most. */
export function readRetryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), DAY);
}
