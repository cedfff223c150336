import type { FontSummary } from '@vitrine/client';

export interface FontFamily {
  readonly name: string;
  readonly scope: FontSummary['scope'];
  /** From light to bold, upright before italic. */
  readonly fonts: readonly FontSummary[];
}

/** Returns the families of one scope whose name, or that of one of their fonts, contains the text. */
export function familiesOf(
  fonts: readonly FontSummary[],
  scope: FontSummary['scope'],
  search: string,
): readonly FontFamily[] {
  const wanted = search.trim().toLowerCase();
  const groups = Map.groupBy(
    fonts.filter((font) => font.scope === scope),
    ({ family }) => family,
  );
  return [...groups]
    .filter(([name, members]) =>
      [name, ...members.map(({ fullName }) => fullName)].some((text) => text.toLowerCase().includes(wanted)),
    )
    .map(([name, members]) => ({ name, scope, fonts: members.toSorted(byWeight) }));
}

function byWeight(a: FontSummary, b: FontSummary): number {
  return Number(a.italic) - Number(b.italic) || a.weight - b.weight || a.id - b.id;
}
