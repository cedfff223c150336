import { type Principal, RateLimitedError, type Vitrine } from '@vitrine/core';
import type { Exchange } from './exchange.ts';

/**
 * Counts requests of the caller in its rate limits, and notes the state of the limits for the response.
 * @throws RateLimitedError if the limits do not admit all of them.
 */
export function countRequests(
  exchange: Exchange,
  { rateLimits }: Pick<Vitrine, 'rateLimits'>,
  principal: Principal,
  requests = 1,
): void {
  const { quotas, refusedForSeconds } = rateLimits.admit(principal, requests);
  exchange.quotas = quotas;
  if (refusedForSeconds !== null) throw new RateLimitedError(refusedForSeconds);
}
