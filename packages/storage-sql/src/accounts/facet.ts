import type { AccountStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlAccounts(driver: SqlDriver): AccountStorage {
  return {
    async insert({ id, name, createdAt, limits, imageHosts }) {
      await driver.run('insertAccount', { account: { id, name, createdAt, limits, imageHosts } });
    },
    get: (accountId) => driver.run('getAccount', { accountId }),
    list: () => driver.run('listAccounts', null),
    setLimits: (accountId, limits) => driver.run('setAccountLimits', { accountId, limits }),
    setImageHosts: (accountId, hosts) => driver.run('setImageHosts', { accountId, hosts }),
  };
}
