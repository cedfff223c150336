import type { Metric } from '../../ground/metric.ts';
import type { Caller } from '../../turns/caller.ts';
import { createTurns } from '../../turns/turns.ts';

/** Milliseconds that an opening waits for its turn. Then its reader gets the fallback. */
const WAIT_MS = 1_000;
/** Milliseconds of a turn. Its reader has left then, and a storage that hangs must not hold the turns of later openings. */
const TURN_MS = 2_000;

/**
 * Turns of openings of pictures from data: reading their sources and computing what they show. Anybody may open a public
 * URL with any values, so that an account whose pictures are enumerated delays only its own. Drawing has turns of its own.
 */
export interface OpeningTurns {
  /** Runs `work` in a turn of the caller. @throws UnavailableError like `Turns.take`. */
  run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>;
  metrics(): Metric[];
}

export function openingTurns(): OpeningTurns {
  const turns = createTurns({
    queue: 'openings',
    atOnce: 8,
    reserved: 4,
    waiting: 1_000,
    waitMax: WAIT_MS,
    refusal: 'Too many pictures are being opened.',
  });
  return {
    async run(caller, work) {
      const turn = await turns.take(caller);
      const late = setTimeout(() => turn.end(), TURN_MS).unref();
      try {
        return await work();
      } finally {
        clearTimeout(late);
        // Sources in memory are read at once. Openings that wait must not keep the event loop from other requests.
        setImmediate(() => turn.end());
      }
    },
    metrics: turns.metrics,
  };
}
