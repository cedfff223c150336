import { hasAll } from './changes.ts';
import { type Difference, differences } from './differences.ts';

/** The changes by others up to a revision of the draft. */
export interface Revision {
  readonly revision: number;
  readonly differences: readonly Difference[];
  /** The members that were changed here, too, at the same time: their values of here are sent again. */
  readonly kept: readonly string[];
}

/**
 * Returns the changes by others in a draft. A value that they have set as it was set here is no difference. Null: they have
 * changed nothing.
 *
 * @param before the design before their changes.
 * @param here the design with the changes of here.
 * @param lost designs with changes of here that were sent and not answered: the server may have one of them.
 */
export function revisionOf(
  { revision, design }: { readonly revision: number; readonly design: object },
  before: object,
  here: object,
  lost: readonly object[],
): Revision | null {
  const valuesIn = (of: object) =>
    new Map(differences(before, of).map(({ member, after }) => [member, after]));
  const own = valuesIn(here);
  const sent = [own, ...lost.map(valuesIn)];
  const found = differences(before, design).filter(
    ({ member, after }) => !sent.some((values) => values.has(member) && hasAll(after, values.get(member))),
  );
  if (found.length === 0) return null;
  const isOwn = (member: string) =>
    [...own.keys()].some((one) => `${one}.`.startsWith(`${member}.`) || `${member}.`.startsWith(`${one}.`));
  return { revision, differences: found, kept: found.map(({ member }) => member).filter(isOwn) };
}
