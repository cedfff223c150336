/**
 * Returns the members that a form has changed. Only they are sent, so that what someone else has changed in the others
 * meanwhile stays.
 */
export function changedMembers<T extends object>(before: T, after: T): Partial<T> {
  const text = (members: T, name: string) => JSON.stringify(members[name as keyof T]);
  const entries = Object.entries(after).filter(([name]) => text(before, name) !== text(after, name));
  return Object.fromEntries(entries) as Partial<T>;
}
