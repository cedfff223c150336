import { type Difference, differences } from './differences.ts';

/** What others have changed up to a revision of the draft. */
export interface Revision {
  readonly revision: number;
  readonly differences: readonly Difference[];
  /** The members that were changed here, too, at the same time: their values of here are sent again. */
  readonly kept: readonly string[];
}

/**
 * Returns what others have changed in a draft. A value that they have set as it was set here is no difference. Null: nothing.
 *
 * @param before the design before their changes.
 * @param here the design with the changes of here.
 */
export function revisionOf(
  { revision, design }: { readonly revision: number; readonly design: object },
  before: object,
  here: object,
): Revision | null {
  const own = new Map(differences(before, here).map(({ member, after }) => [member, after]));
  const found = differences(before, design).filter(
    ({ member, after }) => !own.has(member) || own.get(member) !== after,
  );
  if (found.length === 0) return null;
  const isOwn = (member: string) =>
    [...own.keys()].some((one) => `${one}.`.startsWith(`${member}.`) || `${member}.`.startsWith(`${one}.`));
  return { revision, differences: found, kept: found.map(({ member }) => member).filter(isOwn) };
}
