import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSettled } from '../../../components/browser/use-settled.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { SearchField } from '../../../components/field.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { MenuButton } from '../../../components/overlays/menu.tsx';
import { openView } from '../../../records/views/shown-view.ts';
import { useViews, ViewMenu } from '../../../records/views/view-menu.tsx';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { changeLayout, isSameLayout, savedLayout } from '../state/column-layout.ts';
import { type GridState, ROWS_MAX } from '../state/grid-state.ts';
import { columnItems } from '../table/grid-header.tsx';
import { showView } from '../view/grid-address.ts';
import { byAddition, isByAddition, type View, withOrder } from '../view/view.ts';
import { exportRecords } from './export-records.ts';
import { GridTotals } from './grid-totals.tsx';
import { NewsButton } from './news-button.tsx';
import { UnsavedButton } from './unsaved-button.tsx';

interface GridToolbarProps {
  readonly grid: GridState;
  readonly isFilterOpen: boolean;
  readonly onFilter: () => void;
  readonly onCode: () => void;
  readonly onKeys: () => void;
  readonly onBulk: (kind: 'edit' | 'delete') => void;
}

/** What can be done with the records of the grid, or with the selected ones. */
export function GridToolbar({
  grid,
  isFilterOpen,
  onFilter,
  onCode,
  onKeys,
  onBulk,
}: GridToolbarProps): JSX.Element {
  const { view } = grid;
  const selected = grid.selection.ids.value;
  const total = grid.total.value;
  const count = view.filters.length;
  if (selected === 'all' || selected.size > 0) {
    return (
      <div class="grid-toolbar" role="toolbar" aria-label={gridTexts.selected('')}>
        <strong class="number">
          {selected === 'all'
            ? gridTexts.allSelected(total === null ? null : formatNumber(total))
            : gridTexts.selected(formatNumber(selected.size))}
        </strong>
        <Button icon="edit" onClick={() => onBulk('edit')}>
          {gridTexts.bulk.edit}
        </Button>
        <Button icon="trash" onClick={() => onBulk('delete')}>
          {gridTexts.bulk.delete}
        </Button>
        <IconButton
          icon="close"
          label={gridTexts.clearSelection}
          onClick={() => {
            grid.selection.ids.value = new Set();
          }}
        />
        {selected !== 'all' && (
          <Button
            kind="quiet"
            onClick={() => {
              grid.selection.ids.value = 'all';
            }}
          >
            {total === null ? gridTexts.selectAll : gridTexts.selectTotal(formatNumber(total))}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div class="grid-toolbar">
      <GridViews grid={grid} />
      <GridSearch view={view} />
      <Button icon="filter" aria-expanded={isFilterOpen} onClick={onFilter}>
        {gridTexts.filter}
        {count > 0 && <span class="badge accent">{count}</span>}
      </Button>
      {count > 0 && (
        <Button kind="quiet" class="terse" icon="close" onClick={() => showView({ ...view, filters: [] })}>
          {gridTexts.clearFilters}
        </Button>
      )}
      {view.from !== null && view.sortBy !== null && (
        <Button icon="close" title={gridTexts.fromTop} onClick={() => showView({ ...view, from: null })}>
          {gridTexts.from(view.sortBy, view.from)}
        </Button>
      )}
      <span class="grow" />
      <OrderMenu grid={grid} />
      <MenuButton
        label={gridTexts.columns}
        icon="columns"
        kind="quiet"
        align="end"
        items={columnItems(grid)}
      />
      <Button kind="quiet" icon="code" onClick={onCode}>
        {gridTexts.code}
      </Button>
      <MenuButton
        label={gridTexts.export}
        icon="download"
        kind="quiet"
        align="end"
        items={[
          { label: gridTexts.exportCsv, icon: 'table', onSelect: () => void exportRecords(grid, 'csv') },
          { label: gridTexts.exportJson, icon: 'code', onSelect: () => void exportRecords(grid, 'json') },
        ]}
      />
      <IconButton icon="help" label={gridTexts.keys} onClick={onKeys} />
    </div>
  );
}

/** The saved views, with the columns of the open one. */
function GridViews({ grid }: { readonly grid: GridState }): JSX.Element {
  const { layout, columns, detail } = grid;
  const views = useViews(detail.id, 'records');
  const saved = openView.value;
  const initial = saved === null ? null : savedLayout(saved, columns);
  return (
    <ViewMenu
      storeId={detail.id}
      kind="records"
      views={views}
      display={{ ...saved?.display, columns: layout.value }}
      isDisplayChanged={initial !== null && !isSameLayout(initial, layout.value)}
      // What this device keeps beside the view is that of the view now.
      onSaved={() => changeLayout(layout, {})}
      onReset={() => {
        if (initial !== null) layout.value = initial;
      }}
    />
  );
}

/** Finds records by a text in any of their fields, as one types. */
function GridSearch({ view }: { readonly view: View }): JSX.Element {
  const [text, setText] = useState(view.q);
  const settled = useSettled(text, 250);
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    // A text that is typed meanwhile stays.
    if (view.q !== settled) setText(view.q);
  }, [view.q]);
  useEffect(() => {
    const { q } = latest.current;
    if (settled !== q) showView({ ...latest.current, q: settled, from: null }, { push: q === '' });
  }, [settled]);
  return <SearchField label={gridTexts.search} value={text} onValue={setText} />;
}

/** Says which order the records are in, and changes it. */
function OrderMenu({ grid }: { readonly grid: GridState }): JSX.Element {
  const { view } = grid;
  const isNewest = view.sortDir === 'desc';
  const label = isByAddition(view)
    ? isNewest
      ? gridTexts.order.newest
      : gridTexts.order.oldest
    : gridTexts.order.by([view.sortBy ?? '', ...view.thenBy.map(({ field }) => field)]);
  const by = (sortDir: 'asc' | 'desc') => () => showView(byAddition(view, sortDir));
  return (
    <MenuButton
      label={`${gridTexts.order.label}: ${label}`}
      icon={isNewest ? 'sortDown' : 'sortUp'}
      kind="quiet"
      align="end"
      items={[
        gridTexts.order.label,
        {
          label: gridTexts.order.oldest,
          isChecked: isByAddition(view) && !isNewest,
          onSelect: by('asc'),
        },
        { label: gridTexts.order.newest, isChecked: isByAddition(view) && isNewest, onSelect: by('desc') },
        null,
        ...grid.columns
          .filter(({ isSystem }) => !isSystem)
          .map(({ name }) => ({
            label: name,
            isChecked: view.sortBy === name,
            onSelect: () => showView(withOrder(view, [{ field: name, dir: 'asc' }])),
          })),
      ]}
    >
      {label}
      <Icon name="chevronDown" />
    </MenuButton>
  );
}

interface GridStatusProps {
  readonly grid: GridState;
  readonly onReload: () => void;
}

/** How many records match, and how far the grid has read. */
export function GridStatus({ grid, onReload }: GridStatusProps): JSX.Element {
  const total = grid.total.value;
  const all = grid.all.value;
  const text =
    total === null
      ? gridTexts.counting
      : grid.isFiltered
        ? gridTexts.countOf(formatNumber(total), formatNumber(all))
        : gridTexts.count(formatNumber(total), total === 1);
  // The count of before is not that of a store that was deleted meanwhile.
  const isUnread = grid.pages.error.value !== null && grid.pages.known.value === 0;
  const { row } = grid.active.value;
  const isFar = row > grid.pages.known.value + 600 && grid.pages.isLoading.value;
  return (
    <div class="grid-status number" role="status">
      {!isUnread && <span>{text}</span>}
      <UnsavedButton grid={grid} />
      <NewsButton grid={grid} onLoad={onReload} />
      {isFar && <span>{gridTexts.loadingTo(formatNumber(row + 1))}</span>}
      {(total ?? 0) > ROWS_MAX && (
        <span>
          <Icon name="info" />
          {gridTexts.capped}
        </span>
      )}
      <GridTotals grid={grid} />
    </div>
  );
}
