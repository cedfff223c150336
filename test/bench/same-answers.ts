import type { Operation } from './operations.ts';
import { ask } from './seed.ts';
import type { Side } from './side.ts';

/** Members that depend on the time or the server. */
const OWN = new Set(['date_created', 'date_updated', 'cursor']);
/** The allowed relative difference between two sums of the same doubles, because only our sum is exact. */
const TOLERANCE = 1e-9;

/** Checks that all servers respond equally to the operation's next request. @throws if not. */
export async function assertSameAnswers(
  operation: Operation,
  sides: readonly Side[],
  records: number,
): Promise<void> {
  const index = Math.max(...sides.map(({ used }) => used[operation.name] ?? 0));
  const answers = await Promise.all(
    sides.map(async ({ served, cursors, used }) => {
      used[operation.name] = index + 1;
      return ask(served, operation.request(index, { records, cursors }));
    }),
  );
  const different = answers.findIndex((answer) => !isSame(answers[0], answer));
  if (different === -1) return;
  const show = (index: number) =>
    `${sides[index]?.served.name}: ${JSON.stringify(answers[index]).slice(0, 1_000)}`;
  throw new Error(`${operation.name}: the responses differ.\n${show(0)}\n${show(different)}`);
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
