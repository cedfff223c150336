import type { Quota } from '@vitrine/core';

const WINDOW_SECONDS = 60;

/**
 * Returns `RateLimit-Policy` and `RateLimit`, which tell a caller how much of its limits is left, in the form of
 * draft-ietf-httpapi-ratelimit-headers-11. Older drafts use other names. Returns no headers without limits.
 */
export function rateLimitHeaders(quotas: readonly Quota[]): Record<string, string> {
  if (quotas.length === 0) return {};
  return {
    'RateLimit-Policy': quotas
      .map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS}`)
      .join(', '),
    RateLimit: quotas
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
}
