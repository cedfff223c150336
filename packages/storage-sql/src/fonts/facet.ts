import type { FontStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlFonts(driver: SqlDriver): FontStorage {
  return {
    insert: (font) => driver.run('insertFont', { font: { ...font } }, { account: font.accountId }),
    restore: (font) => driver.run('restoreFont', { font: { ...font } }),
    get: (accountId, id) => driver.run('getFont', { accountId, id }),
    list: (accountId) => driver.run('listFonts', { accountId }),
    delete: (accountId, id) => driver.run('deleteFont', { accountId, id }, { account: accountId }),
  };
}
