import { z } from 'zod';
import { nameText, parseContract } from '../contracts/contract.ts';
import { NAME_MAX } from '../limits.ts';
import type { AccountRow } from '../storage/index.ts';
import type { ServiceContext } from './context.ts';

const AccountName = z.object({ name: nameText(NAME_MAX) });

/** Accounts are made by the operator (command line, embedding code), never over HTTP. */
export interface AccountService {
  /** @throws ValidationError at `name`: 1 to 200 characters, not blank. */
  create(name: string): Promise<AccountRow>;
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
    list: () => storage.accounts.list(),
  };
}
