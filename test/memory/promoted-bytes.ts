/**
 * Returns the number of young collections in the output of `node --trace-gc --trace-gc-nvp`, and the bytes that they
 * moved to the old generation, for the main thread only, whose collection is the first one.
 */
export function promotedBytes(output: string): { collections: number; bytes: number } {
  let main: string | undefined;
  let collections = 0;
  let bytes = 0;
  for (const line of output.split('\n')) {
    const isolate = /^\[\d+:(0x[\da-f]+)/.exec(line)?.[1];
    if (isolate === undefined) continue;
    main ??= isolate;
    const promoted = / promoted=(\d+)/.exec(line)?.[1];
    if (isolate !== main || promoted === undefined) continue;
    collections++;
    bytes += Number(promoted);
  }
  return { collections, bytes };
}
