import type { Geocoder } from '../geocoder.ts';
import { sleep } from '../jobs/sleep.ts';
import type { Clock } from '../ports.ts';
import type { GeocodingStorage } from '../storage/index.ts';

/**
 * Lets callers pass at the provider's pace, which all servers of a storage keep together: each waits until its turn, or until
 * the signal comes. Turns are taken for those who wait, a second's worth at a time, so that a server that stops has taken no
 * more than that in vain, and a slow disk does not hold up a fast provider.
 */
export function turnTaker(
  { name, callsPerSecond }: Geocoder,
  storage: Pick<GeocodingStorage, 'takeTurns'>,
  clock: Clock,
  stop: AbortSignal,
): () => Promise<void> {
  if (callsPerSecond === null) return () => Promise.resolve();
  const interval = Math.ceil(1_000 / callsPerSecond);
  const most = Math.max(1, Math.floor(callsPerSecond));
  const waiting: { resolve(): void; reject(error: unknown): void }[] = [];
  let isServing = false;

  async function serve(): Promise<void> {
    isServing = true;
    while (waiting.length > 0) {
      const next = waiting.splice(0, most);
      try {
        const first = stop.aborted ? clock() : await storage.takeTurns(name, next.length, interval, clock());
        for (const [i, { resolve }] of next.entries()) {
          const pause = first + i * interval - clock();
          if (pause > 0) await sleep(pause, stop);
          resolve();
        }
      } catch (error) {
        for (const { reject } of next) reject(error);
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
