import { UnavailableError, type Vitrine } from '@vitrine/core';

/** Whether the server is ready for requests. */
export interface Health {
  /** Marks the server as not ready, for a shutdown. */
  drain(): void;
  readonly isDraining: boolean;
  /**
   * @throws UnavailableError with the reason: the server drains, the disk is full, or the database is unreachable or
   * does not respond within two seconds.
   */
  requireReady(): Promise<void>;
}

/** How long the result of a ping is cached, so that frequent probes are cheap. */
const CACHED_MS = 1_000;
const PING_MAX_MS = 2_000;

export function createHealth(vitrine: Vitrine): Health {
  let isDraining = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let check: Promise<void> = Promise.resolve();

  return {
    drain() {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
    requireReady() {
      if (isDraining) return Promise.reject(new UnavailableError('The server is shutting down.'));
      const now = performance.now();
      if (now - checkedAt >= CACHED_MS) {
        checkedAt = now;
        check = ping(vitrine);
        // Prevents an unhandled rejection when no probe waits any more.
        check.catch(() => {});
      }
      return check;
    },
  };
}

async function ping(vitrine: Vitrine): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The storage is too slow.')), PING_MAX_MS);
  try {
    await Promise.race([vitrine.ping(), late]);
  } catch (cause) {
    // The storage's own error is more precise: it names a full disk, for example.
    if (cause instanceof UnavailableError) throw cause;
    throw new UnavailableError('The storage does not respond.', { cause });
  } finally {
    clearTimeout(timer);
  }
}
