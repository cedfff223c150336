import type { SettingStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlSettings(driver: SqlDriver): SettingStorage {
  return {
    get: (name) => driver.run('getSetting', { name }),
    getOrInsert: (name, value) => driver.run('getOrInsertSetting', { name, value }),
  };
}
