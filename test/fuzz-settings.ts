// FUZZ_SEED replays one seed, FUZZ_RUNS sets the number of cases of each property. Both are defaults of fast-check: a
// property that passes its own numRuns keeps it.
const { FUZZ_SEED, FUZZ_RUNS } = process.env;

if (FUZZ_SEED || FUZZ_RUNS) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    ...(FUZZ_SEED ? { seed: Number(FUZZ_SEED) } : {}),
    ...(FUZZ_RUNS ? { numRuns: Number(FUZZ_RUNS) } : {}),
  });
}

export {};
