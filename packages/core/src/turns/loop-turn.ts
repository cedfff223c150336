import type { Metric } from '../ground/metric.ts';
import type { Caller } from './caller.ts';
import { createTurns } from './turns.ts';

/** Work that takes longer is followed by a rest. */
const SHORT_MS = 8;
/** Upper bound of a rest. */
const REST_MAX_MS = 200;

/** The turns of the event loop of this thread, which all of its Vitrines share. */
const turns = createTurns({
  queue: 'event_loop',
  atOnce: 1,
  waiting: 4_096,
  waitMax: 10_000,
  refusal: 'Too many large requests at once.',
});

/**
 * Waits for a turn of the event loop in which no other long work runs, fairly between accounts. To be called before work
 * that takes milliseconds of the main thread. The turn ends by itself when the work gives way, and the event loop is then
 * left to short requests for as long as the work has taken.
 * @throws UnavailableError, or the reason of the signal, like `Turns.take`.
 */
export async function takeLoopTurn(caller: Caller): Promise<void> {
  const turn = await turns.take(caller);
  const startedAt = performance.now();
  const end = () => turn.end();
  setImmediate(() => {
    const taken = performance.now() - startedAt;
    if (taken > SHORT_MS) setTimeout(end, Math.min(taken, REST_MAX_MS));
    // The first immediate may run before the event loop has looked for new requests, the second runs after.
    else setImmediate(end);
  });
}

export function loopTurnMetrics(): Metric[] {
  return turns.metrics();
}
