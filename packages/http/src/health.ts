import { UnavailableError, type Vitrine } from '@vitrine/core';

/** Whether the server should get requests. */
export interface Health {
  /** From now on it is not ready: the server is shutting down. */
  drain(): void;
  readonly isDraining: boolean;
  /** @throws UnavailableError that says why not: draining, a full disk, a database that is away or does not answer within two seconds. */
  requireReady(): Promise<void>;
}

/** For how long an answer of the storage counts, so that probes cost nothing. */
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
        // Nobody may be waiting any more when it fails.
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
    // The storage knows best: no room on the disk, or no answer.
    if (cause instanceof UnavailableError) throw cause;
    throw new UnavailableError('The storage does not answer.', { cause });
  } finally {
    clearTimeout(timer);
  }
}
