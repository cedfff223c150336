/** Returns a function that runs tasks, at most `max` of them at a time, the others after them in order. */
export function limitConcurrency(max: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

/**
 * Calls a function for each item, at most `max` at a time, in order. After an error it calls it for no other one, and
 * rejects with that error when the calls under way have ended.
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  max: number,
  call: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const work = async () => {
    for (let next = left.next(); !next.done && errors.length === 0; next = left.next()) {
      await call(next.value).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: max }, work));
  if (errors.length > 0) throw errors[0];
}
