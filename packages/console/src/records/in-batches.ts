/** Ids at most in a request. */
const BATCH = 100;

/** Calls a function for some ids after the other. Returns what it returned, in order. */
export async function inBatches<Result>(
  ids: readonly string[],
  call: (some: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < ids.length; from += BATCH)
    results.push(await call(ids.slice(from, from + BATCH)));
  return results;
}
