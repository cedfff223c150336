import { UnavailableError, VitrineError } from '@vitrine/core';
import type { Logger } from 'pino';
import type { Exchange } from '../exchange.ts';

/** Lines about answers of 503 in a second: a crowd that is refused must not fill the disk. */
const WARNINGS_A_SECOND = 5;
const CAUSES_MAX = 5;

/**
 * Logs an error that the client learns only the trace id of: every `internal` one with its causes as an error, and an
 * `unavailable` one that has a cause as a warning. What a request or a record holds is in neither: causes are the messages of
 * drivers, without the values that were bound.
 */
export function faultLog(
  logger: Logger,
  now: () => number = () => performance.now(),
): (exchange: Exchange, error: unknown) => void {
  let second = 0;
  let warnings = 0;
  let untold = 0;

  /** Whether one more warning fits into this second. */
  function mayWarn(): boolean {
    const current = Math.floor(now() / 1_000);
    if (current !== second) {
      second = current;
      warnings = 0;
    }
    warnings++;
    if (warnings > WARNINGS_A_SECOND) untold++;
    return warnings <= WARNINGS_A_SECOND;
  }

  return ({ method, route, traceId }, error) => {
    const line = { method, route: route?.path ?? null, traceId };
    if (!(error instanceof VitrineError)) {
      logger.error({ ...line, err: error }, 'fault');
    } else if (error.code === 'internal') {
      logger.error({ ...line, error: error.message, causes: causesOf(error), stack: error.stack }, 'fault');
    } else if (error instanceof UnavailableError && error.cause !== undefined && mayWarn()) {
      logger.warn({ ...line, error: error.message, causes: causesOf(error), untold }, 'unavailable');
      untold = 0;
    }
  };
}

/** The causes of an error, the nearest first. */
function causesOf(error: Error): string[] {
  const causes: string[] = [];
  for (let cause = error.cause; cause !== undefined && causes.length < CAUSES_MAX; ) {
    causes.push(cause instanceof Error ? cause.message : String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}
