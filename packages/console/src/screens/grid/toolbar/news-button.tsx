import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';

interface NewsButtonProps {
  readonly grid: GridState;
  /** Loads the grid anew. */
  readonly onLoad: () => void;
}

/** Says how many records others have added or deleted since the grid was loaded, and loads it anew. */
export function NewsButton({ grid, onLoad }: NewsButtonProps): JSX.Element | null {
  void grid.pages.version.value;
  const { ids, imported, isMissed } = grid.news.value;
  // Those that a later page of the grid has brought are not new any more.
  const added = [...ids].filter((id) => grid.pages.indexOf(id) < 0).length + imported;
  // Those that no page has were deleted before they were read.
  const deleted = [...grid.gone.value].filter((id) => grid.pages.indexOf(id) >= 0).length;
  if (grid.pages.isLoading.value || (added + deleted === 0 && !isMissed)) return null;
  const texts = [
    ...(added > 0 ? [gridTexts.live.added(formatNumber(added), added === 1)] : []),
    ...(deleted > 0 ? [gridTexts.live.deleted(formatNumber(deleted), deleted === 1)] : []),
  ];
  return (
    <Button size="small" icon="refresh" title={gridTexts.live.load} onClick={onLoad}>
      {isMissed ? gridTexts.live.missed : texts.join(', ')}
    </Button>
  );
}
