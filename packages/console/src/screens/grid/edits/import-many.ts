import { pastedFile } from '../../../components/files/use-pasted-table.ts';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { navigate } from '../../../router/location.ts';
import { hasPlace } from '../../../router/places.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { handFile } from '../../../uploads/handed-file.ts';
import type { GridState } from '../state/grid-state.ts';
import { type Cells, toTsv } from './tsv.ts';

/** Records that a paste begins in the grid: each is a request of its own, and kept in the browser's storage until then. */
const BEGUN_MAX = 500;

/**
 * Hands lines that are pasted from the upper left corner of the range on to the import if many of them would begin records.
 *
 * @returns the number of lines, the last ones, that are imported.
 */
export function importMany(grid: GridState, lines: Cells): number {
  const { top, left } = grid.range.peek();
  const begun = lines.slice(Math.max(0, grid.lineCount.peek() - 1 - top));
  const place = `/stores/${encodeURIComponent(grid.detail.id)}/import`;
  if (begun.length <= BEGUN_MAX || grid.rowForPaste(top + lines.length - 1, top) === null) return 0;
  if (!hasPlace(place)) return 0;
  const columns = grid.placed.peek().slice(left);
  // A call can't take an argument for each line of a large table.
  const width = begun.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const header = Array.from({ length: width }, (_, at) => columns[at]?.name ?? '');
  handFile(pastedFile(toTsv([header, ...begun])));
  navigate(place);
  showToast(gridTexts.imported(formatNumber(begun.length)));
  return begun.length;
}
