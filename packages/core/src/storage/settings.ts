export interface SettingStorage {
  get(name: string): Promise<string | null>;
  /** Stores `value` unless there is one already; answers what is stored. Of two racing calls both get the first's value. */
  getOrInsert(name: string, value: string): Promise<string>;
}
