import type { ChangeType, ImportedNumbers, Millis } from '@vitrine/core/storage';

/** An entry to append. */
export interface NewEntry {
  readonly type: ChangeType;
  readonly at: Millis;
  readonly recordId?: string;
  /** The name of a shape: the slots that changed. */
  readonly slots?: string;
  readonly imported?: ImportedNumbers;
  /** The values before the change as JSON, and when the record was created. */
  readonly before?: string;
  readonly createdAt?: Millis;
}

/** Entries of one type and time, in their order. They are one row of the log. */
export interface EntryGroup {
  readonly type: ChangeType;
  readonly at: Millis;
  readonly entries: readonly NewEntry[];
}

/** Returns the entries in groups. A record that occurs again begins new groups, so that its entries keep their order. */
export function entryGroups(entries: readonly NewEntry[]): EntryGroup[] {
  const [first] = entries;
  if (first === undefined) return [];
  const { type, at } = first;
  const isOne = entries.every((entry) => entry.type === type && entry.at === at);
  return isOne ? [{ type, at, entries }] : mixedGroups(entries);
}

function mixedGroups(entries: readonly NewEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  const open = new Map<string, NewEntry[]>();
  const ids = new Set<string>();
  for (const entry of entries) {
    const { type, at, recordId } = entry;
    if (recordId !== undefined && ids.has(recordId)) {
      open.clear();
      ids.clear();
    }
    if (recordId !== undefined) ids.add(recordId);
    const key = `${type} ${at}`;
    const known = open.get(key);
    if (known === undefined) {
      const opened = [entry];
      open.set(key, opened);
      groups.push({ type, at, entries: opened });
    } else known.push(entry);
  }
  return groups;
}

/** The cells of a row of the log that its entries do not share. */
export interface PackedEntries {
  readonly slots: string;
  readonly recordIds: string | null;
  readonly imported: string | null;
}

/** Returns the cells of the row of a group (`changeTables`). */
export function packEntries({ entries }: EntryGroup): PackedEntries {
  const [first] = entries;
  const slots = first?.slots ?? '';
  const imported = first?.imported;
  const areEqual = entries.every((entry) => (entry.slots ?? '') === slots);
  const ids = entries.map(({ recordId }) => recordId).filter((recordId) => recordId !== undefined);
  return {
    slots: areEqual ? slots : JSON.stringify(entries.map((entry) => entry.slots ?? '')),
    recordIds: ids.length === 0 ? null : JSON.stringify(ids),
    imported: imported === undefined ? null : JSON.stringify(imported),
  };
}
