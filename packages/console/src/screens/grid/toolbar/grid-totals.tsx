import type { NumberFormat } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatNumber } from '../../../components/format.ts';
import { writeNumber } from '../../../records/number-format/write-number.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { CellRange } from '../state/grid-cell.ts';
import type { GridState } from '../state/grid-state.ts';
import { followTotals } from './column-totals.ts';
import { type Totals, totalsOfRange } from './range-totals.ts';

const texts = gridTexts.totals;

/** The sum and average of the selected cells, or of all records that match where only a cell of a number is active. */
export function GridTotals({ grid }: { readonly grid: GridState }): JSX.Element | null {
  void grid.pages.version.value;
  const range = grid.range.value;
  const isRange = range.top !== range.bottom || range.left !== range.right;
  const column = grid.placed.value[grid.active.value.column];
  const all = useColumnTotals(grid, !isRange && column?.type === 'number' ? column.name : null);
  const totals = isRange ? totalsOfRange(grid, range) : all;
  if (totals === null) return null;
  const formats = isRange ? formatsIn(grid, range) : [column?.format];
  const show = (value: number) => {
    const [format] = formats;
    return format === undefined || formats.length > 1
      ? shown.format(value)
      : writeNumber(value, format, { most: DECIMALS_MAX });
  };
  return (
    <span class="grid-totals">
      {isRange ? <span>{texts.selected(formatNumber(totals.count))}</span> : <bdi>{column?.name}</bdi>}
      <span>
        {texts.sum} <strong>{show(totals.sum)}</strong>
      </span>
      <span>
        {texts.average} <strong>{show(totals.average)}</strong>
      </span>
    </span>
  );
}

/** Returns the totals of a column over all records that match; null without a column, or until they are there. */
function useColumnTotals(grid: GridState, field: string | null): Totals | null {
  const [found, setFound] = useState<{ readonly key: string; readonly totals: Totals | null } | null>(null);
  // The totals of other filters are not shown until those of these are there.
  const key = JSON.stringify([field, grid.matching]);
  useEffect(
    () => (field === null ? undefined : followTotals(grid, field, (totals) => setFound({ key, totals }))),
    [grid, field],
  );
  return found?.key === key ? found.totals : null;
}

/** Without the noise that sums of fractions have in their last digits. */
const DECIMALS_MAX = 4;
const shown = new Intl.NumberFormat('en-US', { maximumFractionDigits: DECIMALS_MAX });

/** Returns the different formats of the numbers in a range. */
function formatsIn(grid: GridState, { left, right }: CellRange): readonly (NumberFormat | undefined)[] {
  const columns = grid.placed.peek().slice(left, right + 1);
  const numbers = columns.filter(({ type }) => type === 'number').map(({ format }) => format);
  return [...new Map(numbers.map((format) => [JSON.stringify(format), format])).values()];
}
