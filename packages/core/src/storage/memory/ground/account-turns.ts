import { dealByAccount, turnsAfter } from '../../accounts/account-turns.ts';

/** Gives turns to the accounts of a queue. */
export interface MemoryAccountTurns {
  /** Returns at most `limit` of the due rows, in the order of the turns of their accounts, and records these turns. */
  take<Row>(due: readonly Row[], limit: number, accountOf: (row: Row) => string): Row[];
}

export function memoryAccountTurns(): MemoryAccountTurns {
  const turnsByAccount = new Map<string, number>();
  let last = 0;
  return {
    take(due, limit, accountOf) {
      const taken = dealByAccount(due, accountOf, (account) => turnsByAccount.get(account)).slice(0, limit);
      for (const [account, turn] of turnsAfter(taken.map(accountOf), last)) turnsByAccount.set(account, turn);
      last += taken.length;
      return taken;
    },
  };
}
