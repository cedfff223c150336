import type { LimitedResource } from '../../ground/account-limits.ts';
import type { Millis } from '../../ground/rows.ts';

export interface AccountUsageStorage {
  /**
   * Returns how much of the resource the account has. The cost grows with the amount; for records it is a count of each
   * store.
   */
  count(accountId: string, resource: LimitedResource, now: Millis): Promise<number>;
}
