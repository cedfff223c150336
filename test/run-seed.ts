import type { TestProject } from 'vitest/node';

/** The seed of the check of a change: it fails for what the change did, not for what was drawn. */
const SEED_BY_DAY = '20261129';

/**
 * Gives a test run one seed and prints it: that of each property, and of what else tests draw. A run with `FUZZ_SEED` set
 * to it draws the same, even if a test hung before it could say what it drew. Runs at night and of faults draw anew each time.
 */
export default function setup({ config }: TestProject): void {
  const isByDay = config.mode === 'test' || config.mode === 'fast';
  process.env.FUZZ_SEED ||= isByDay ? SEED_BY_DAY : String(Date.now() % 2 ** 31);
  console.info(`FUZZ_SEED=${process.env.FUZZ_SEED}`);
}
