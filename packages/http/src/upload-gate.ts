import { UnavailableError } from '@vitrine/core';

/** How many uploads are held in memory at once, 25 MB each, and how many may wait for their turn with the body unread. */
const AT_ONCE = 4;
const WAITING_MAX = 64;

/** Lets a few uploads in at a time. */
export interface UploadGate {
  /** @throws UnavailableError when too many wait. */
  pass<Result>(run: () => Promise<Result>): Promise<Result>;
}

export function uploadGate(): UploadGate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return {
    async pass(run) {
      if (inside < AT_ONCE) inside++;
      else if (waiting.length >= WAITING_MAX) throw new UnavailableError('Too many uploads at once.');
      // Whoever leaves hands its place over, so the count stays.
      else await new Promise<void>((enter) => waiting.push(enter));
      try {
        return await run();
      } finally {
        const next = waiting.shift();
        if (next === undefined) inside--;
        else next();
      }
    },
  };
}
