import type { RecordGroup } from '@vitrine/core/contracts';
import { z } from '@vitrine/core/contracts';
import { readJsonText } from '../tools/tool-arguments.ts';

type Cell = string | number | boolean | null;

/** Items as rows: names once, then the values of each item in their order. A third to a half of the characters. */
export interface CompactRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The argument of a tool for rows in place of objects. */
export const compact = z
  .preprocess(readJsonText, z.boolean('Expected true or false.'))
  .optional()
  .meta({ type: 'boolean', description: 'true: names once in columns, then rows; for long lists.' });

/** Returns items that all have the same members. */
export function compactItems(items: readonly Readonly<Record<string, Cell>>[]): CompactRows {
  const columns = Object.keys(items[0] ?? {});
  return { columns, rows: items.map((item) => columns.map((name) => item[name] ?? null)) };
}

/** A group as a result shows it. */
export type ShownGroup = Pick<RecordGroup, 'key'> & Partial<Pick<RecordGroup, 'values' | 'count'>>;

/** Returns groups: the parts of the key, the values, then the count. */
export function compactGroups(groups: readonly ShownGroup[]): CompactRows {
  const [first] = groups;
  if (first === undefined) return { columns: [], rows: [] };
  const { key, values = {}, count } = first;
  return {
    columns: [...Object.keys(key), ...Object.keys(values), ...(count === undefined ? [] : ['count'])],
    rows: groups.map((group) => [
      ...Object.values(group.key),
      ...Object.values(group.values ?? {}),
      ...(group.count === undefined ? [] : [group.count]),
    ]),
  };
}
