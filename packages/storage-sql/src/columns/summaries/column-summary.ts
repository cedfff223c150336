import { firstGroups, SUMMARY_KEYS_MAX } from '@vitrine/core/adapter';
import type { SlotValue, Summary, SummaryGroup, SummaryQuery } from '@vitrine/core/storage';
import { BLOCK_ROWS } from '../memory/column-memory.ts';
import { type FoundRows, foundRows } from '../rows/found-rows.ts';
import type { MatchingRows } from '../rows/matching-rows.ts';
import { type KeyPart, openKey } from './group-key.ts';
import { openMeasure } from './group-measure.ts';

/** The most groups that are held. Databases group by more values, because they can use the disk. */
const GROUPS_MAX = 65_536;

/** Returns null if there are too many groups or different values to hold. */
export function summarizeColumns(matching: MatchingRows, query: SummaryQuery): Summary | null {
  const { rows } = matching;
  const groups = openGroups(query.groupBy.map((grouping) => openKey(rows, grouping)));
  const measures = query.measures.map((measure) => openMeasure(rows, measure));
  for (const found of foundRows(matching)) {
    if (!groups.add(found)) return null;
    const grouped = { ...found, groups: groups.last, groupCount: groups.counts.length };
    for (const measure of measures) measure.add(grouped);
    if (measures.some((measure) => measure.isFull())) return null;
  }
  const all = groups.counts.map(
    (count, group): SummaryGroup => ({
      key: groups.keyOf(group),
      count,
      values: measures.map((measure) => measure.result(group)),
    }),
  );
  const { groups: first, more } = firstGroups(query, all);
  return { groups: withinKeys(first), more };
}

/** Returns the groups up to the one whose keys exceed the limit. */
function withinKeys(groups: readonly SummaryGroup[]): readonly SummaryGroup[] {
  let held = 0;
  const end = groups.findIndex(({ key }) => {
    if (held > SUMMARY_KEYS_MAX) return true;
    for (const part of key) if (typeof part === 'string') held += part.length;
    return false;
  });
  return end < 0 ? groups : groups.slice(0, end);
}

/** Numbers groups in the order in which their first rows are found. Without keys all rows are one group. */
function openGroups(keys: readonly KeyPart[]) {
  /** The groups by the numbers of both parts of their keys. */
  const numbers: number[][] = keys.length === 0 ? [[0]] : [];
  const parts: (readonly [number, number])[] = keys.length === 0 ? [[0, 0]] : [];
  const counts: number[] = keys.length === 0 ? [0] : [];
  const first = new Int32Array(BLOCK_ROWS);
  const second = new Int32Array(BLOCK_ROWS);
  const last = new Int32Array(BLOCK_ROWS);

  return {
    /** The groups of the rows that were added last. */
    last,
    /** The number of rows of each group. */
    counts,
    /** Adds rows. Returns false if there are too many groups. */
    add(found: FoundRows): boolean {
      keys[0]?.read(found, first);
      keys[1]?.read(found, second);
      for (let i = 0; i < found.rows.length; i++) {
        const one = first[i] ?? 0;
        const other = second[i] ?? 0;
        numbers[one] ??= [];
        let group = numbers[one][other];
        if (group === undefined) {
          group = parts.length;
          if (group === GROUPS_MAX) return false;
          parts.push([one, other]);
          counts.push(0);
          numbers[one][other] = group;
        }
        counts[group] = (counts[group] ?? 0) + 1;
        last[i] = group;
      }
      return true;
    },
    keyOf(group: number): SlotValue[] {
      const numbersOfKey = parts[group] ?? [];
      return keys.map(({ values }, i) => values[numbersOfKey[i] ?? 0] ?? null);
    },
  };
}
