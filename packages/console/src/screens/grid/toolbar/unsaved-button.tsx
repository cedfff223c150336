import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { isOnline } from '../../../requests/connection.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { countUnsaved, showNextUnsaved } from '../edits/unsaved.ts';
import type { GridState } from '../state/grid-state.ts';

const texts = gridTexts.unsaved;

/** Says how many typed values the server has not stored, and goes from one to the next. */
export function UnsavedButton({ grid }: { readonly grid: GridState }): JSX.Element | null {
  const { waiting, refused } = countUnsaved(grid);
  if (refused > 0) {
    return (
      <Button
        size="small"
        class="unsaved"
        icon="alert"
        title={texts.showNext}
        onClick={() => showNextUnsaved(grid, 'next')}
      >
        {texts.refused(formatNumber(refused))}
      </Button>
    );
  }
  // While the server answers, waiting values are on their way.
  if (waiting === 0 || isOnline.value) return null;
  return <span>{texts.waitingCount(formatNumber(waiting))}</span>;
}
