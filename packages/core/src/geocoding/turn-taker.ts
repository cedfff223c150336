import { sleep } from '../jobs/sleep.ts';
import type { Geocoder } from '../ports/geocoder.ts';
import type { Clock } from '../ports/ports.ts';
import type { GeocodingStorage } from '../storage/index.ts';

/**
 * Creates a function that resolves when it is the caller's turn to call the provider, or when the signal aborts. All
 * servers of a storage share the provider's rate. Reserves the turns of waiting callers in batches of up to one second:
 * a server that stops wastes at most one batch, and a slow disk does not delay a fast provider.
 */
export function turnTaker(
  { name, callsPerSecond }: Geocoder,
  storage: Pick<GeocodingStorage, 'takeTurns'>,
  clock: Clock,
  stop: AbortSignal,
): () => Promise<void> {
  if (callsPerSecond === null) return () => Promise.resolve();
  const interval = Math.ceil(1_000 / callsPerSecond);
  const batchSize = Math.max(1, Math.floor(callsPerSecond));
  const waiting: { resolve(): void; reject(error: unknown): void }[] = [];
  let isServing = false;

  async function serve(): Promise<void> {
    isServing = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize);
      try {
        const first = stop.aborted ? clock() : await storage.takeTurns(name, batch.length, interval, clock());
        for (const [i, { resolve }] of batch.entries()) {
          const pause = first + i * interval - clock();
          if (pause > 0) await sleep(pause, stop);
          resolve();
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isServing = false;
  }

  return () =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      if (!isServing) void serve();
    });
}
