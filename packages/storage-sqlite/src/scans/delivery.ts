/** Runs an act later, in a turn of the event loop in which no other act of the delivery runs. */
export type Deliver = (act: () => void) => void;

/**
 * Creates a delivery, which runs acts in order, one in each turn of the event loop.
 *
 * A port passes on up to a thousand messages before it returns to the event loop, also those that arrive meanwhile. So a
 * consumer that handles a large result and requests the next one would block the event loop for as long as the thread
 * produces results faster than the consumer handles them.
 */
export function createDelivery(): Deliver {
  const waiting: (() => void)[] = [];

  function runNext(): void {
    const act = waiting.shift();
    if (waiting.length > 0) setImmediate(runNext);
    act?.();
  }

  return (act) => {
    waiting.push(act);
    if (waiting.length === 1) setImmediate(runNext);
  };
}
