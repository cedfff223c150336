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
 * Returns a generator for a test that draws anew in each run. Prints the seed, with which `FUZZ_SEED` replays the draws; not
 * what other processes do meanwhile.
 */
export function seededRun(subject: string): () => number {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
  console.info(`${subject}: FUZZ_SEED=${seed}`);
  return seeded(seed);
}
