import type { AccountStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlAccounts(driver: SqlDriver): AccountStorage {
  return {
    async insert({ id, name, createdAt, limits }) {
      await driver.run('write', 'insertAccount', { account: { id, name, createdAt, limits } });
    },
    get: (accountId) => driver.run('read', 'getAccount', { accountId }),
    list: () => driver.run('read', 'listAccounts', null),
    setLimits: (accountId, limits) => driver.run('write', 'setAccountLimits', { accountId, limits }),
  };
}
