/**
 * Returns due rows in the order in which they are claimed: one row of each account in turn, first the accounts that
 * were never served, then the account that was served longest ago. Rows of one account stay in order.
 *
 * @param rows the due rows, those that are due longest first.
 * @param turnOf returns the number of the last turn of an account; higher is later. Undefined: it had none.
 */
export function dealByAccount<Row>(
  rows: readonly Row[],
  accountOf: (row: Row) => string,
  turnOf: (account: string) => number | undefined,
): Row[] {
  const rowsByAccount = Map.groupBy(rows, accountOf);
  const queues = [...rowsByAccount]
    .map(([account, queue]) => ({ queue, turn: turnOf(account) ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : 0));
  const dealt: Row[] = [];
  for (let round = 0; dealt.length < rows.length; round++) {
    for (const { queue } of queues) dealt.push(...queue.slice(round, round + 1));
  }
  return dealt;
}

/**
 * Returns the new turns of accounts that were served in this order. `last` is the highest turn so far. An account that
 * was served twice gets its later turn.
 */
export function turnsAfter(served: readonly string[], last: number): Map<string, number> {
  return new Map(served.map((account, i) => [account, last + 1 + i]));
}
