import { createClient } from '@vitrine/client';
import { type SuiteEnvironment, suite } from './suite.ts';

export interface SuiteResult {
  /** How many checks were run. */
  readonly run: number;
  readonly failures: readonly string[];
}

/** Runs the whole suite and returns what failed. Values of the environment may have passed through a message. */
export async function runSuite(environment: SuiteEnvironment): Promise<SuiteResult> {
  const { url, key } = environment;
  const failures: string[] = [];
  for (const [title, check] of Object.entries(suite)) {
    try {
      await check(createClient({ url, key }), environment);
    } catch (error) {
      failures.push(`${title}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  return { run: Object.keys(suite).length, failures };
}
