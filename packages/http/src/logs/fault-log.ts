import { UnavailableError, VitrineError } from '@vitrine/core';
import type { Logger } from 'pino';
import type { Exchange } from '../call/exchange.ts';

/** The limit of warnings, so that an overload does not fill the disk. */
const WARNINGS_PER_SECOND = 5;
const CAUSES_MAX = 5;

/**
 * Returns a function that logs the errors whose causes are hidden from clients: every `internal` error at level
 * `error`, and every `unavailable` error with a cause at level `warn`. The lines contain no values of requests or
 * records, because the causes are messages of drivers, which do not include bound values.
 */
export function faultLog(
  logger: Logger,
  now: () => number = () => performance.now(),
): (exchange: Exchange, error: unknown) => void {
  let second = 0;
  let warnings = 0;
  let suppressed = 0;

  /** Returns whether the limit allows one more warning in this second. */
  function mayWarn(): boolean {
    const current = Math.floor(now() / 1_000);
    if (current !== second) {
      second = current;
      warnings = 0;
    }
    warnings++;
    if (warnings > WARNINGS_PER_SECOND) suppressed++;
    return warnings <= WARNINGS_PER_SECOND;
  }

  return ({ method, route, traceId }, error) => {
    const line = { method, route: route?.path ?? null, traceId };
    if (!(error instanceof VitrineError)) {
      logger.error({ ...line, err: error }, 'fault');
    } else if (error.code === 'internal') {
      logger.error({ ...line, error: error.message, causes: causesOf(error), stack: error.stack }, 'fault');
    } else if (error instanceof UnavailableError && error.cause !== undefined && mayWarn()) {
      logger.warn(
        { ...line, error: error.message, causes: causesOf(error), untold: suppressed },
        'unavailable',
      );
      suppressed = 0;
    }
  };
}

/** Returns the messages of the causes of an error, the nearest first. */
function causesOf(error: Error): string[] {
  const causes: string[] = [];
  for (let cause = error.cause; cause !== undefined && causes.length < CAUSES_MAX; ) {
    causes.push(cause instanceof Error ? cause.message : String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}
