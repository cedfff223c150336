import { roundingError } from '@vitrine/core/storage';
import type { GroupedRows } from './found-rows.ts';

/** Sums of the values of groups. */
export interface GroupSums {
  /** Adds the values of rows, in their order. NaN: unset. */
  add(rows: GroupedRows, values: Float64Array): void;
  /** Returns how many values were added. */
  count(group: number): number;
  total(group: number): number;
}

const GROUPS = 64;

/**
 * Adds up as core's `createSum` (Neumaier's summation): the rounding error of each addition is collected and added at the end. The sums are in
 * typed arrays, because a number in an object is allocated again at each addition.
 */
export function groupSums(): GroupSums {
  let sums = new Float64Array(GROUPS);
  let lost = new Float64Array(GROUPS);
  let counts = new Float64Array(GROUPS);

  function reserve(groups: number): void {
    if (groups <= sums.length) return;
    const length = Math.max(groups, 2 * sums.length);
    [sums, lost, counts] = [grown(sums, length), grown(lost, length), grown(counts, length)];
  }

  return {
    add({ rows, groups, groupCount }, values) {
      reserve(groupCount);
      for (let i = 0; i < rows.length; i++) {
        const value = values[i] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        const group = groups[i] ?? 0;
        const sum = sums[group] ?? 0;
        const next = sum + value;
        lost[group] = (lost[group] ?? 0) + roundingError(sum, value, next);
        sums[group] = next;
        counts[group] = (counts[group] ?? 0) + 1;
      }
    },
    count: (group) => counts[group] ?? 0,
    total: (group) => (sums[group] ?? 0) + (lost[group] ?? 0),
  };
}

function grown(numbers: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length);
  longer.set(numbers);
  return longer;
}
