import type { FontStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlFonts(driver: SqlDriver): FontStorage {
  return {
    insert: (font) => driver.run('write', 'insertFont', { font: { ...font } }, { account: font.accountId }),
    restore: (font) => driver.run('write', 'restoreFont', { font: { ...font } }),
    get: (accountId, id) => driver.run('read', 'getFont', { accountId, id }),
    list: (accountId) => driver.run('read', 'listFonts', { accountId }),
    delete: (accountId, id) => driver.run('write', 'deleteFont', { accountId, id }, { account: accountId }),
  };
}
