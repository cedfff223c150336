import { difference } from './copy-error.ts';

/** The members by name, whatever the order in which a storage builds its rows. */
export function sorted(row: object): [string, unknown][] {
  return Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @throws CopyError `differs` */
export function requireEqual(ours: unknown, theirs: unknown, what: string): void {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw difference(`${what} differ on the two sides.`);
}
