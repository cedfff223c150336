import type { Row, Statement } from '@vitrine/storage-sql';
import type { Execute } from '../connections/connection/run-steps.ts';

interface Waiting {
  readonly statement: Statement;
  readonly count: number;
  resolve(rows: readonly Row[]): void;
  reject(error: unknown): void;
}

/**
 * Joins statements that draw insertion numbers: while one is in flight, further ones wait and then share the next one.
 * This reduces round trips under concurrency. Each call gets numbers that were drawn after it began, so a record that is
 * inserted after another one was acknowledged has a higher number.
 */
export function sharedDraws(execute: Execute): Execute {
  let waiting: Waiting[] = [];
  let isInFlight = false;

  async function drawFor(calls: readonly Waiting[]): Promise<void> {
    const [first] = calls;
    if (first === undefined) return;
    const total = calls.reduce((sum, { count }) => sum + count, 0);
    try {
      const rows = await execute({ ...first.statement, values: [total] });
      let drawn = 0;
      for (const { count, resolve } of calls) {
        resolve(rows.slice(drawn, drawn + count));
        drawn += count;
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  async function drawAll(): Promise<void> {
    isInFlight = true;
    while (waiting.length > 0) {
      const calls = waiting;
      waiting = [];
      await drawFor(calls);
    }
    isInFlight = false;
  }

  return (statement) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
    waiting.push({ statement, count: Number(statement.values[0]), resolve, reject });
    if (!isInFlight) void drawAll();
    return promise;
  };
}
