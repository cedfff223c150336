import type { Quota } from '@vitrine/core';

const WINDOW_SECONDS = 60;

/**
 * Returns `RateLimit-Policy` and `RateLimit` with their values, which tell a caller how much of its limits is left, in the
 * form of draft-ietf-httpapi-ratelimit-headers-11. Older drafts use other names.
 */
export function rateLimitHeaders(quotas: readonly Quota[]): string[] {
  let policies = '';
  let states = '';
  for (const { name, limit, remaining, resetSeconds } of quotas) {
    const comma = policies === '' ? '' : ', ';
    policies += `${comma}"${name}";q=${limit};w=${WINDOW_SECONDS}`;
    states += `${comma}"${name}";r=${remaining};t=${resetSeconds}`;
  }
  return ['RateLimit-Policy', policies, 'RateLimit', states];
}
