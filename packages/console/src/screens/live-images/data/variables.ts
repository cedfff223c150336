import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';
import type { NamedParts } from '../draft/named-parts.ts';

/** Returns the names that variables and sources have. */
export function takenNames({
  variables,
  sources,
}: Pick<NamedParts, 'variables' | 'sources'>): readonly string[] {
  return [...Object.keys(variables), ...Object.keys(sources)];
}

type Group = 'variables' | 'sources';

/** Returns the changes that give a variable or a source another name, also where templates and rules use it. */
export function renameValue(design: LiveDesign, group: Group, from: string, to: string): LiveDesignChanges {
  const part = design[group][from];
  const renamed = renameIn({ ...design, [group]: {} }, from, to) as LiveDesign;
  const others = renameIn(
    Object.fromEntries(Object.entries(design[group]).filter(([name]) => name !== from)),
    from,
    to,
  ) as object;
  const changed: Record<string, unknown> = {};
  for (const member of ['variables', 'sources', 'layers', 'rules', 'link', 'altText'] as const) {
    if (member === group) changed[member] = { ...others, [from]: null, [to]: part };
    else if (JSON.stringify(renamed[member]) !== JSON.stringify(design[member]))
      changed[member] = renamed[member];
  }
  return changed as LiveDesignChanges;
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
