import fc from 'fast-check';

// FUZZ_SEED is the seed of the run (`run-seed.ts`), FUZZ_RUNS the number of cases of each property. Both are defaults of
// fast-check: a property that passes its own numRuns keeps it.
const { FUZZ_SEED, FUZZ_RUNS } = process.env;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(FUZZ_SEED ? { seed: Number(FUZZ_SEED) } : {}),
  ...(FUZZ_RUNS ? { numRuns: Number(FUZZ_RUNS) } : {}),
});
