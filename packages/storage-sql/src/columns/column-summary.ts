import {
  type Column,
  firstGroups,
  type Grouping,
  numberKey,
  type SlotValue,
  SUMMARY_KEYS_MAX,
  type Summary,
  type SummaryGroup,
  type SummaryQuery,
  timeKey,
  zoneOffsets,
} from '@vitrine/core/storage';
import { SCRATCH } from './column-memory.ts';
import type { ColumnRows, StoredColumn } from './column-rows.ts';
import { openMeasure } from './group-measure.ts';
import { type MatchingRows, markedBlocks } from './matching-rows.ts';
import { openCodes } from './text-codes.ts';

/** The most groups that are held. Databases group by more values, because they can use the disk. */
const GROUPS_MAX = 65_536;

/** Returns null if there are too many groups or different values to hold. */
export function summarizeColumns(matching: MatchingRows, query: SummaryQuery): Summary | null {
  const { rows } = matching;
  const { memory } = rows;
  const keys = query.groupBy.map((grouping) => openKey(rows, grouping));
  const measures = query.measures.map((measure) => openMeasure(measure.op, columnOf(rows, measure.column)));
  const groups = openGroups(keys);
  const counts: number[] = query.groupBy.length === 0 ? [0] : [];
  for (const block of markedBlocks(matching)) {
    const found = memory.kernels.newest(block.mask, block.rows, block.rows, SCRATCH.rows);
    for (let i = 0; i < found; i++) {
      const row = block.firstRow + (memory.ints[(SCRATCH.rows >> 2) + i] ?? 0);
      const group = groups.of(row);
      if (group === GROUPS_MAX) return null;
      counts[group] = (counts[group] ?? 0) + 1;
      for (const measure of measures) measure.add(group, row);
    }
    if (measures.some((measure) => measure.isFull())) return null;
  }
  const all = counts.map(
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

function columnOf(rows: ColumnRows, name: Column): StoredColumn {
  const column = rows.columns.get(name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column;
}

/** The parts of keys by their number, in the order in which they were found. */
interface KeyPart {
  /** Returns the number of a row's part. */
  of(row: number): number;
  readonly values: readonly SlotValue[];
}

function openKey(rows: ColumnRows, grouping: Grouping): KeyPart {
  const column = columnOf(rows, grouping.column);
  if (column.kind !== 'number') return openCodes(column);
  const keyOf = keyReader(grouping);
  const values: SlotValue[] = [null];
  const numbers = new Map<number, number>();
  return {
    values,
    of(row) {
      const value = column.get(row);
      if (Number.isNaN(value)) return 0;
      const key = keyOf(value);
      let number = numbers.get(key);
      if (number === undefined) {
        number = values.push(key) - 1;
        numbers.set(key, number);
      }
      return number;
    },
  };
}

function keyReader(grouping: Grouping): (value: number) => number {
  switch (grouping.kind) {
    case 'value':
      return (value) => value;
    case 'number':
      return (value) => numberKey(grouping.buckets, value);
    case 'time': {
      const zone = zoneOffsets(grouping.timeZone);
      return (value) => timeKey(grouping.unit, zone, value);
    }
  }
}

/** The groups by their number. A row that would begin one group too many is of the group `GROUPS_MAX`. */
function openGroups(keys: readonly KeyPart[]) {
  const [first, second] = keys;
  /** The groups by the numbers of both parts of their keys. */
  const numbers: number[][] = [];
  const parts: (readonly [number, number])[] = [];

  return {
    of(row: number): number {
      const one = first?.of(row) ?? 0;
      const other = second?.of(row) ?? 0;
      numbers[one] ??= [];
      const known = numbers[one][other];
      if (known !== undefined) return known;
      const number = parts.length;
      if (number === GROUPS_MAX) return GROUPS_MAX;
      parts.push([one, other]);
      numbers[one][other] = number;
      return number;
    },
    keyOf(group: number): SlotValue[] {
      const numbersOfKey = parts[group] ?? [];
      return keys.map(({ values }, i) => values[numbersOfKey[i] ?? 0] ?? null);
    },
  };
}
