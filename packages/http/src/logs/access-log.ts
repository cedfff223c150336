import type { Logger } from 'pino';
import { type Exchange, loggedPath } from '../exchange.ts';

/**
 * One line a request, when it is over. Keys, queries, path tokens and ids of records are not in it
 * (docs/rules.md#logs).
 */
export function logRequest(logger: Logger, exchange: Exchange, status: number, bytes: number): void {
  const level = status >= 500 ? 'error' : exchange.isHeldBack ? 'debug' : 'info';
  if (!logger.isLevelEnabled(level)) return;
  const { method, route, principal, traceId, startedAt } = exchange;
  const line = {
    method,
    route: route?.path ?? null,
    path: loggedPath(exchange),
    status,
    ms: Math.round((performance.now() - startedAt) * 100) / 100,
    bytes,
    accountId: principal?.accountId,
    keyId: principal?.key?.id,
    // The address is all that is known of a client whose key does not work.
    ...(status === 401 ? { address: exchange.address } : {}),
    traceId,
  };
  logger[level](line, 'request');
}
