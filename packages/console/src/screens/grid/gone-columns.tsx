import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { gridTexts } from '../../texts/en/stores/grid.ts';
import type { GridState } from './state/grid-state.ts';
import { showView } from './view/grid-address.ts';
import { sortKeysOf, withOrder } from './view/view.ts';

/** Returns the columns that the filters or the order of a grid name, and that its store does not have. */
export function goneColumns({ view, columns }: Pick<GridState, 'view' | 'columns'>): readonly string[] {
  const named = [...view.filters, ...sortKeysOf(view)].map(({ field }) => field);
  return [...new Set(named)].filter((field) => columns.every(({ name }) => name !== field));
}

interface GoneColumnsProps {
  readonly grid: GridState;
  readonly gone: readonly string[];
}

/** Says that a view or a link names columns that the store does not have, and shows the records without them. */
export function GoneColumns({ grid, gone }: GoneColumnsProps): JSX.Element {
  const isLeft = ({ field }: { readonly field: string }) => !gone.includes(field);
  const { view } = grid;
  const rest = withOrder({ ...view, filters: view.filters.filter(isLeft) }, sortKeysOf(view).filter(isLeft));
  return (
    <EmptyState
      icon="filter"
      title={gridTexts.goneTitle(gone)}
      actions={<Button onClick={() => showView(rest)}>{gridTexts.showWithout(gone.length === 1)}</Button>}
    >
      {gridTexts.goneText}
    </EmptyState>
  );
}
