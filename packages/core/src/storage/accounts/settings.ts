export interface SettingStorage {
  get(name: string): Promise<string | null>;
  /** Stores `value` unless a value exists, and returns the stored value. Racing calls all return the first value. */
  getOrInsert(name: string, value: string): Promise<string>;
}
