import type { AccountNumberStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlAccountNumbers(driver: SqlDriver): AccountNumberStorage {
  return {
    last: (accountId, kind) => driver.run('getLastAccountNumber', { accountId, kind }),
    async raise(accountId, kind, number) {
      await driver.run('raiseAccountNumber', { accountId, kind, number });
    },
  };
}
