import type { AccountUsageStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlAccountUsage(driver: SqlDriver): AccountUsageStorage {
  return {
    count: (accountId, resource, now) => driver.run('countUsage', { accountId, resource, now }),
  };
}
