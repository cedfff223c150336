import type { RequestCountStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlRequestCounts(driver: SqlDriver): RequestCountStorage {
  return {
    add: async (window, counts) =>
      counts.length === 0 ? [] : driver.run('addRequestCounts', { window, counts }),
  };
}
