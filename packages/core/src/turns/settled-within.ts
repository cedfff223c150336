/** Waits until all promises have settled, for at most this many milliseconds. Never rejects. */
export async function settledWithin(
  promises: Iterable<Promise<unknown>>,
  milliseconds: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(promises), late]);
  clearTimeout(timer);
}
