import type { IdempotencyKeyStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlIdempotencyKeys(driver: SqlDriver): IdempotencyKeyStorage {
  return {
    get: (accountId, key, now) => driver.run('getIdempotencyKey', { accountId, key, now }),
    purgeExpired: (limit, now) => driver.run('purgeExpiredIdempotencyKeys', { limit, now }),
  };
}
