/** Tests with a mode of their own (`vitest.config.ts`). */
export const ON_REQUEST: readonly string[] = ['test/bench/**', 'test/faults/**', 'test/cluster/**'];

/** Tests that run only at night. */
export const AT_NIGHT: readonly string[] = [];
