import type { Logger } from 'pino';
import { type Exchange, loggedPath } from '../call/exchange.ts';

/** Logs one line for a finished request, without keys, queries, path tokens (docs/rules.md#logs) and ids of records. */
export function logRequest(logger: Logger, exchange: Exchange, status: number, bytes: number): void {
  logSearches(logger, exchange);
  const level = status >= 500 ? 'error' : exchange.isFailedKeyRefusal ? 'debug' : 'info';
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
    // A client with an invalid key can only be identified by its address.
    ...(status === 401 ? { address: exchange.address } : {}),
    traceId,
  };
  logger[level](line, 'request');
}

/** Logs what answered the searches of a request, at level `debug` (docs/operations.md#where-a-search-ran). */
function logSearches(logger: Logger, { answerers, route, traceId, principal }: Exchange): void {
  if (answerers.length === 0 || !logger.isLevelEnabled('debug')) return;
  logger.debug(
    { route: route?.path ?? null, answeredBy: answerers, accountId: principal?.accountId, traceId },
    'search',
  );
}
