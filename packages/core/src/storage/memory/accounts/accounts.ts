import type { AccountRow } from '../../../ground/rows.ts';
import type { AccountStorage } from '../../accounts/accounts.ts';

export function memoryAccounts(): AccountStorage {
  const accountsById = new Map<string, AccountRow>();

  return {
    async insert(account) {
      // The first insert of an id wins, as in a database.
      if (!accountsById.has(account.id)) accountsById.set(account.id, { ...account });
    },
    async get(accountId) {
      const account = accountsById.get(accountId);
      return account === undefined ? null : { ...account };
    },
    async list() {
      return [...accountsById.values()].map((account) => ({ ...account }));
    },
    async setLimits(accountId, limits) {
      const account = accountsById.get(accountId);
      if (account === undefined) return false;
      accountsById.set(accountId, { ...account, limits: { ...limits } });
      return true;
    },
    async setImageHosts(accountId, hosts) {
      const account = accountsById.get(accountId);
      if (account === undefined) return false;
      accountsById.set(accountId, { ...account, imageHosts: [...hosts] });
      return true;
    },
  };
}
