import type { ApiKeyStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { runWrite } from '../run-write.ts';

export function sqlApiKeys(driver: SqlDriver): ApiKeyStorage {
  return {
    async insert(key, options) {
      await runWrite(driver, 'insertApiKey', { key: { ...key } }, undefined, options);
    },
    findByHash: (hash) => driver.look('findApiKey', { hash }),
    list: (accountId, { before, limit }) => driver.run('listApiKeys', { accountId, before, limit }),
    revoke: (accountId, keyId, { keepOneAccountKey, now }) =>
      driver.run('revokeApiKey', { accountId, keyId, keepOneAccountKey, now }),
    exchange: (accountId, keyId, exchanges) => driver.run('exchangeApiKey', { accountId, keyId, exchanges }),
    async touch(uses) {
      if (uses.length > 0) await driver.run('touchApiKeys', { uses });
    },
  };
}
