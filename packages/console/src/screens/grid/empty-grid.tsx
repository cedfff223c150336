import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { gridTexts } from '../../texts/en/stores/grid.ts';
import type { GridState } from './state/grid-state.ts';
import { showView } from './view/grid-address.ts';

/** Says that no record matches, and removes what limits them. */
export function NoMatches({ grid }: { readonly grid: GridState }): JSX.Element {
  const { q, filters, from } = grid.view;
  const { limits: names } = gridTexts;
  const limits = new Intl.ListFormat('en').format([
    ...(q === '' ? [] : [names.search]),
    ...(filters.length === 0 ? [] : [names.filters]),
    ...(from === null ? [] : [names.jump]),
  ]);
  return (
    <EmptyState
      icon="filter"
      title={gridTexts.noMatchTitle}
      actions={
        <Button onClick={() => showView({ ...grid.view, q: '', filters: [], from: null })}>
          {gridTexts.removeLimits(limits)}
        </Button>
      }
    >
      {gridTexts.noMatchText(limits)}
    </EmptyState>
  );
}

/** Says what one can do with an empty store, below the line into which records are typed and pasted. */
export function NoRows({ onNew }: { readonly onNew: () => void }): JSX.Element {
  return (
    <div class="grid-empty">
      <EmptyState
        icon="grid"
        title={gridTexts.emptyTitle}
        actions={
          <Button icon="add" onClick={onNew}>
            {gridTexts.newRecord}
          </Button>
        }
      >
        {gridTexts.emptyText}
      </EmptyState>
    </div>
  );
}
