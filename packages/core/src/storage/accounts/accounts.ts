import type { AccountLimits } from '../../ground/account-limits.ts';
import type { AccountRow } from '../../ground/rows.ts';

export interface AccountStorage {
  insert(account: AccountRow): Promise<void>;
  get(accountId: string): Promise<AccountRow | null>;
  /** Oldest first. */
  list(): Promise<AccountRow[]>;
  /** Replaces the limits of the account. False: no such account. */
  setLimits(accountId: string, limits: AccountLimits): Promise<boolean>;
  /** Replaces the hosts of pictures. False: no such account. */
  setImageHosts(accountId: string, hosts: readonly string[]): Promise<boolean>;
}
