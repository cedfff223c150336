import { isDeepStrictEqual } from 'node:util';
import type { Operation } from './operations.ts';
import { ask } from './seed.ts';
import type { Side } from './side.ts';

/** Members that name the moment or the server. */
const OWN = new Set(['date_created', 'date_updated', 'cursor']);

/** Both servers do the same work: their answers to the operation's next request are equal. @throws if not. */
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
  const [first, second] = answers.map((answer) => JSON.parse(JSON.stringify(answer, withoutOwn)));
  if (!isDeepStrictEqual(first, second)) {
    const show = (answer: unknown) => JSON.stringify(answer).slice(0, 1_000);
    throw new Error(`${operation.name}: the answers differ.\nours:  ${show(first)}\nfloor: ${show(second)}`);
  }
}

function withoutOwn(name: string, value: unknown): unknown {
  return OWN.has(name) ? undefined : value;
}
