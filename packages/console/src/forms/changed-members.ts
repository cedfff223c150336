import { shellTexts } from '../texts/en/shell.ts';

/**
 * Returns the members that a form has changed. Only they are sent, so that what someone else has changed in the others
 * meanwhile stays.
 */
export function changedMembers<T extends object>(before: T, after: T): Partial<T> {
  const text = (members: T, name: string) => JSON.stringify(members[name as keyof T]);
  const entries = Object.entries(after).filter(([name]) => text(before, name) !== text(after, name));
  return Object.fromEntries(entries) as Partial<T>;
}

/**
 * Returns the members that undo a change, for `update`.
 *
 * @param now what the object is now. @throws Error if someone else has given a member of the change another value since.
 */
export function membersBefore<T extends object>(before: T, after: T, now: NoInfer<T>): Partial<T> {
  const back = changedMembers(after, before);
  const isOther = (name: string) =>
    [before, after].every((one) => Object.hasOwn(changedMembers(one, now), name));
  if (Object.keys(back).some(isOther)) throw new Error(shellTexts.changedSince);
  return back;
}
