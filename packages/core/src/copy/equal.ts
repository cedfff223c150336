import { difference } from './copy-error.ts';

/** Returns the members sorted by name, because storages build rows in different orders. */
export function sorted(row: object): [string, unknown][] {
  return Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @throws CopyError `differs` when the two are not equal as JSON. */
export function requireEqual(ours: unknown, theirs: unknown, what: string): void {
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw difference(`${what} differ between source and target.`);
}
