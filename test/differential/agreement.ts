import { assertSameResults, type Program, type StepResult } from '@vitrine/core/conformance';

/** Fails with the program as JSON, which can be added to `regressions/` as a file. */
export async function expectAgreement(
  one: Program,
  replays: readonly [actual: () => Promise<StepResult[]>, expected: () => Promise<StepResult[]>],
): Promise<void> {
  try {
    const [actual, expected] = replays;
    assertSameResults(await actual(), await expected());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${reason}\nthe program, for test/differential/regressions:\n${JSON.stringify(one)}`, {
      cause,
    });
  }
}
