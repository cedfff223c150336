/** Returns a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns a generator for a test that draws anew in each run: `FUZZ_SEED` repeats the draws of a run, which prints it; not
 * what other processes do meanwhile.
 */
export function seededRun(): () => number {
  return seeded(Number(process.env.FUZZ_SEED));
}
