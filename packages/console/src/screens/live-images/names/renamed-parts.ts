import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';
import { isTree, type Tree } from '../../../components/designer/draft/changes.ts';
import { variableName } from '../templates/fill-template.ts';
import { freeName, NAMED, type NamedGroup } from './named-parts.ts';
import { renameIn, takenNames } from './variables.ts';

/** A part that has another name here than it was added with. */
export interface RenamedPart {
  readonly group: NamedGroup;
  readonly from: string;
  readonly to: string;
}

/** Returns a design, or changes of one, in which a part has another name, also where texts and rules use it. */
export function withPartRenamed<Of extends object>(of: Of, { group, from, to }: RenamedPart): Of {
  const isValue = group === 'variables' || group === 'sources';
  const renamed = { ...((isValue ? renameIn(of, from, to) : of) as Tree) };
  const rename = (parts: unknown) =>
    isTree(parts)
      ? Object.fromEntries(Object.entries(parts).map(([name, part]) => [name === from ? to : name, part]))
      : parts;
  if (renamed[group] !== undefined) renamed[group] = rename(renamed[group]);
  if (group === 'layers' && isTree(renamed.rules)) {
    renamed.rules = Object.fromEntries(
      Object.entries(renamed.rules).map(([name, rule]) => [
        name,
        isTree(rule) && rule.layers !== undefined ? { ...rule, layers: rename(rule.layers) } : rule,
      ]),
    );
  }
  return renamed as Of;
}

/**
 * Returns the parts that changes add under names that parts of others have by now, with the next free names.
 *
 * @param before the design that the changes change.
 * @param now as others have changed it.
 * @param isOwn whether a part of `now` is what was sent from here.
 */
export function partsToRename(
  changes: LiveDesignChanges,
  before: LiveDesign,
  now: LiveDesign,
  isOwn: (group: NamedGroup, name: string) => boolean,
): readonly RenamedPart[] {
  const found: RenamedPart[] = [];
  const all = [now, before, changes];
  const named = Object.fromEntries(
    NAMED.map((group) => [group, Object.assign({}, ...all.map((one) => one[group]))]),
  ) as Record<NamedGroup, Record<string, unknown>>;
  for (const group of NAMED) {
    const isValue = group === 'variables' || group === 'sources';
    const taken: readonly string[] = isValue ? takenNames(now) : Object.keys(now[group]);
    for (const [name, part] of Object.entries(changes[group] ?? {})) {
      const isAdded = isTree(part) && !Object.hasOwn(before[group], name) && taken.includes(name);
      if (!isAdded || isOwn(group, name)) continue;
      const to = isValue ? variableName(name, takenNames(named)) : freeName(named[group], name);
      named[group][to] = part;
      found.push({ group, from: name, to });
    }
  }
  return found;
}
