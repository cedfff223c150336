import type { LimitedResource } from '../account-limits.ts';
import type { Millis } from './rows.ts';

export interface AccountUsageStorage {
  /** How much of the resource the account has now. Reads as much as there is of it, for records a count of each store. */
  count(accountId: string, resource: LimitedResource, now: Millis): Promise<number>;
}
