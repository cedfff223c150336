const DAY = 24 * 60 * 60 * 1_000;

/**
 * Returns the milliseconds to wait by a `Retry-After` header in seconds or as a date, at most a day. Returns null if it
 * is missing or invalid.
 */
export function readRetryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), DAY);
}
