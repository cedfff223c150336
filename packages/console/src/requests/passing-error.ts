import { ConnectionError, RateLimitedError, TimeoutError, UnavailableError } from '@vitrine/client';

/** Whether the same request may succeed later, without a change of it. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnavailableError ||
    error instanceof RateLimitedError
  );
}
