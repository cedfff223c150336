import { z } from 'zod';
import { nameText, parseContract } from '../contracts/contract.ts';
import { NAME_MAX } from '../limits.ts';
import { SETTING } from '../setting-names.ts';
import type { AccountRow } from '../storage/index.ts';
import type { ServiceContext } from './context.ts';

const AccountName = z.object({ name: nameText(NAME_MAX) });

/** Accounts are made by the operator (command line, embedding code), never over HTTP. */
export interface AccountService {
  /** @throws ValidationError at `name`: 1 to 200 characters, not blank. */
  create(name: string): Promise<AccountRow>;
  /**
   * The oldest account; made with this name when there is none. Racing calls, also of several servers that start on one
   * empty database, get the same one.
   * @throws ValidationError at `name`, when the account has to be made.
   */
  first(name: string): Promise<AccountRow>;
  /** Oldest first. */
  list(): Promise<AccountRow[]>;
}

export function accountService({ storage, clock, ids }: ServiceContext): AccountService {
  return {
    async create(name) {
      const now = clock();
      const account = { id: ids.uuid(now), name: parseContract(AccountName, { name }).name, createdAt: now };
      await storage.accounts.insert(account);
      return account;
    },
    async first(name) {
      const [oldest] = await storage.accounts.list();
      if (oldest !== undefined) return oldest;
      const now = clock();
      const parsed = parseContract(AccountName, { name });
      // The id is agreed on before the account is made: whoever comes second finds it taken.
      const id = await storage.settings.getOrInsert(SETTING.firstAccount, ids.uuid(now));
      const account = { id, name: parsed.name, createdAt: now };
      try {
        await storage.accounts.insert(account);
        return account;
      } catch (error) {
        const made = await storage.accounts.get(id);
        if (made === null) throw error;
        return made;
      }
    },
    list: () => storage.accounts.list(),
  };
}
