import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';
import { changesBetween, type Tree } from '../../../components/designer/draft/changes.ts';
import type { NamedParts } from './named-parts.ts';

/** Returns the names that variables and sources have. */
export function takenNames({
  variables,
  sources,
}: Pick<NamedParts, 'variables' | 'sources'>): readonly string[] {
  return [...Object.keys(variables), ...Object.keys(sources)];
}

/** Returns the changes that give a variable another name, also where templates and rules use it. Null: it can't have it. */
export function renameVariable(design: LiveDesign, from: string, to: string): LiveDesignChanges | null {
  return renameValue(design, 'variables', from, to);
}

/** Returns the changes that give a source another name, also where templates and rules use it. Null: it can't have it. */
export function renameSource(design: LiveDesign, from: string, to: string): LiveDesignChanges | null {
  return renameValue(design, 'sources', from, to);
}

function renameValue(
  design: LiveDesign,
  group: 'variables' | 'sources',
  from: string,
  to: string,
): LiveDesignChanges | null {
  const part = design[group][from];
  if (part === undefined || takenNames(design).includes(to)) return null;
  const before = design as unknown as Tree;
  const changed = changesBetween(before, renameIn(design, from, to) as Tree) as LiveDesignChanges;
  return { ...changed, [group]: { ...changed[group], [from]: null, [to]: part } };
}

/** Members of conditions whose values are names, and not texts with templates. */
const NAMES = ['field', 'by'];

/** Returns a design, or a part of one, in which templates and conditions use another name. */
export function renameIn(
  value: unknown,
  from: string,
  to: string,
  member = '',
  isCondition = false,
): unknown {
  if (typeof value === 'string') {
    if (!isCondition || !NAMES.includes(member)) return renameInTemplate(value, from, to);
    return value === from || value.startsWith(`${from}.`) ? `${to}${value.slice(from.length)}` : value;
  }
  if (Array.isArray(value)) return value.map((one) => renameIn(one, from, to, member, member === 'when'));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, renameIn(inner, from, to, name, isCondition)]),
  );
}

const TAG = /\{\{.*?\}\}|\{%.*?%\}/gs;
const QUOTED_OR_NAME = /"[^"]*"|'[^']*'|(?<![\w.])[A-Za-z_]\w*/g;

/** Renames a name inside of the tags of a template, but not in the texts of quotes. */
export function renameInTemplate(template: string, from: string, to: string): string {
  return template.replace(TAG, (tag) =>
    tag.replace(QUOTED_OR_NAME, (found) => (found === from ? to : found)),
  );
}
