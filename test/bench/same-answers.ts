import type { Operation } from './operations.ts';
import { ask } from './seed.ts';
import type { Side } from './side.ts';

/** Members that depend on the time or the server. */
const OWN = new Set(['date_created', 'date_updated', 'cursor']);
/** The allowed relative difference between two sums of the same doubles, because only our sum is exact. */
const TOLERANCE = 1e-9;

/** Checks that both servers respond equally to the operation's next request. @throws if not. */
export async function assertSameAnswers(
  operation: Operation,
  ours: Side,
  floor: Side,
  records: number,
): Promise<void> {
  const sides = [ours, floor];
  const index = Math.max(...sides.map(({ used }) => used[operation.name] ?? 0));
  const answers = await Promise.all(
    sides.map(async ({ served, cursors, used }) => {
      used[operation.name] = index + 1;
      return ask(served, operation.request(index, { records, cursors }));
    }),
  );
  const [first, second] = answers;
  if (!isSame(first, second)) {
    const show = (answer: unknown) => JSON.stringify(answer).slice(0, 1_000);
    throw new Error(
      `${operation.name}: the responses differ.\nours:  ${show(first)}\nfloor: ${show(second)}`,
    );
  }
}

function isSame(first: unknown, second: unknown): boolean {
  if (typeof first === 'number' && typeof second === 'number') {
    return Math.abs(first - second) <= TOLERANCE * Math.abs(first);
  }
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) {
    return first === second;
  }
  const [ours, floor] = [first, second].map((each) =>
    Object.entries(each).filter(([name]) => !OWN.has(name)),
  );
  const others = new Map(floor);
  return (
    ours?.length === floor?.length && (ours ?? []).every(([name, value]) => isSame(value, others.get(name)))
  );
}
