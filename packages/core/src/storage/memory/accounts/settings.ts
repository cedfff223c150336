import type { SettingStorage } from '../../accounts/settings.ts';

export function memorySettings(): SettingStorage {
  const valuesByName = new Map<string, string>();

  return {
    async get(name) {
      return valuesByName.get(name) ?? null;
    },
    async getOrInsert(name, value) {
      const stored = valuesByName.get(name) ?? value;
      valuesByName.set(name, stored);
      return stored;
    },
  };
}
