/**
 * The order in which due rows are claimed: one row of each account in turn, the account first that was served longest ago,
 * accounts that were never served before all others. Rows of one account stay in their order.
 *
 * @param rows the due rows, those that are due longest first.
 * @param turnOf the number of the account's last turn; higher is later. Undefined: it had none.
 */
export function dealByAccount<Row>(
  rows: readonly Row[],
  accountOf: (row: Row) => string,
  turnOf: (account: string) => number | undefined,
): Row[] {
  const rowsByAccount = Map.groupBy(rows, accountOf);
  const hands = [...rowsByAccount]
    .map(([account, hand]) => ({ hand, turn: turnOf(account) ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : 0));
  const dealt: Row[] = [];
  for (let round = 0; dealt.length < rows.length; round++) {
    for (const { hand } of hands) dealt.push(...hand.slice(round, round + 1));
  }
  return dealt;
}

/**
 * The new turns of accounts that were served in this order; `last` is the highest turn so far. An account that was served twice
 * has its later turn.
 */
export function turnsAfter(served: readonly string[], last: number): Map<string, number> {
  return new Map(served.map((account, i) => [account, last + 1 + i]));
}
