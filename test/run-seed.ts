/**
 * Gives a test run one seed and prints it: that of each property, and of what else tests draw. A run with `FUZZ_SEED` set
 * to it draws the same, even if a test hung before it could say what it drew.
 */
export default function setup(): void {
  process.env.FUZZ_SEED ||= String(Date.now() % 2 ** 31);
  console.info(`FUZZ_SEED=${process.env.FUZZ_SEED}`);
}
