import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { IconButton } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/field.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { Menu, type MenuEntry } from '../../../components/overlays/menu.tsx';
import type { Column, PropertyType } from '../../../records/value-types.ts';
import { useSession } from '../../../session/session.ts';
import { changeTypeTexts } from '../../../texts/en/stores/change-type.ts';
import { formatTexts } from '../../../texts/en/stores/formats.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { storesTexts } from '../../../texts/en/stores/stores.ts';
import { changeLayout, clampWidth, fitWidth, type PlacedColumn } from '../state/column-layout.ts';
import type { GridState } from '../state/grid-state.ts';
import { showView } from '../view/grid-address.ts';
import { canJump } from '../view/jump-filter.ts';
import { pressColumn, sortKeysOf, THEN_MAX, withOrder } from '../view/view.ts';
import { GUTTER } from './grid-row.tsx';
import { dragColumn, moveColumn } from './move-column.ts';

const texts = gridTexts.column;
const STEP = 40;

/** The icon of each type, in front of the name of a column. */
const TYPE_ICONS: Readonly<Record<PropertyType, IconName>> = {
  string: 'font',
  number: 'number',
  boolean: 'check',
  datetime: 'calendar',
  url_image: 'image',
  url_link: 'link',
};

interface GridHeaderProps {
  readonly grid: GridState;
  readonly pinned: readonly PlacedColumn[];
  readonly visible: readonly PlacedColumn[];
  readonly firstVisible: number;
  readonly skipped: number;
  readonly onFilter: (field: string) => void;
  readonly onJump: (field: string) => void;
  readonly onFormat: (column: Column) => void;
  readonly onType: (column: Column) => void;
}

/** The names of the columns: a press sorts, the menu does the rest, the edge changes the width. */
export function GridHeader(props: GridHeaderProps): JSX.Element {
  const { grid, pinned, visible, firstVisible, skipped } = props;
  const selected = grid.selection.ids.value;
  const isSome = selected !== 'all' && selected.size > 0;
  return (
    <div class="grid-row grid-header" role="row" aria-rowindex={1}>
      <div class="grid-gutter" role="columnheader" aria-colindex={1}>
        <Checkbox
          label={gridTexts.selectAll}
          isLabelUnseen
          checked={selected === 'all'}
          isMixed={isSome}
          onValue={(checked) => {
            grid.selection.ids.value = checked ? 'all' : new Set();
          }}
        />
      </div>
      {pinned.map((column, place) => (
        <HeaderCell key={column.name} {...props} column={column} place={place} />
      ))}
      {skipped > 0 && <div class="grid-skipped" style={{ width: `${skipped}px` }} />}
      {visible.map((column, place) => (
        <HeaderCell key={column.name} {...props} column={column} place={firstVisible + place} />
      ))}
    </div>
  );
}

type HeaderCellProps = GridHeaderProps & { readonly column: PlacedColumn; readonly place: number };

function HeaderCell(props: HeaderCellProps): JSX.Element {
  const { grid, column, place, onFilter, onJump, onFormat, onType } = props;
  const { identity } = useSession();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const { view, layout } = grid;
  const keys = sortKeysOf(view);
  const rank = keys.findIndex(({ field }) => field === column.name);
  const sorted = keys[rank];
  const sort = (dir: 'asc' | 'desc' | null) =>
    showView(withOrder(view, dir === null ? [] : [{ field: column.name, dir }]));
  const setWidth = (width: number) =>
    changeLayout(layout, {
      widths: { ...layout.peek().widths, [column.name]: clampWidth(width) },
    });
  const fit = () => setWidth(fitWidth(column, grid.pages.firstRows.peek()));
  const { pinned, hidden } = layout.value;
  const dragged = grid.dragged.value;
  const from = grid.placed.value.findIndex(({ name }) => name === dragged?.name);
  const side = from < place ? 'after' : 'before';

  const items: MenuEntry[] = [
    { label: texts.ascending, icon: 'sortUp', onSelect: () => sort('asc') },
    { label: texts.descending, icon: 'sortDown', onSelect: () => sort('desc') },
    ...(keys.length > 0 && sorted === undefined && keys.length <= THEN_MAX
      ? [
          {
            label: texts.thenBy(view.sortBy ?? ''),
            icon: 'add' as const,
            onSelect: () => showView(pressColumn(view, column.name, true)),
          },
        ]
      : []),
    ...(sorted ? [{ label: texts.unsorted, icon: 'close' as const, onSelect: () => sort(null) }] : []),
    null,
    { label: texts.filter, icon: 'filter', onSelect: () => onFilter(column.name) },
    {
      label: texts.jump,
      icon: 'bolt',
      isDisabled: !canJump({ ...view, sortBy: column.name }) || column.type === 'boolean',
      onSelect: () => onJump(column.name),
    },
    ...(column.type === 'number' && !column.isSystem && identity.scope === 'account'
      ? [{ label: formatTexts.menu, icon: 'number' as const, onSelect: () => onFormat(column) }]
      : []),
    ...(!column.isSystem && identity.scope === 'account'
      ? [
          {
            label: changeTypeTexts.menu,
            icon: TYPE_ICONS[column.type],
            refusal: column.isUnique ? changeTypeTexts.uniqueKeepsType : null,
            onSelect: () => onType(column),
          },
        ]
      : []),
    null,
    {
      label: column.isPinned ? texts.unpin : texts.pin,
      icon: 'pin',
      onSelect: () =>
        changeLayout(layout, {
          pinned: column.isPinned ? pinned.filter((name) => name !== column.name) : [...pinned, column.name],
        }),
    },
    {
      label: texts.moveLeft,
      icon: 'chevronLeft',
      isDisabled: place === 0,
      onSelect: () => moveColumn(grid, column.name, place - 1),
    },
    {
      label: texts.moveRight,
      icon: 'chevronRight',
      isDisabled: place === grid.placed.value.length - 1,
      onSelect: () => moveColumn(grid, column.name, place + 1),
    },
    { label: texts.wider, icon: 'add', onSelect: () => setWidth(column.width + STEP) },
    { label: texts.narrower, icon: 'minus', onSelect: () => setWidth(column.width - STEP) },
    { label: texts.fit, icon: 'columns', onSelect: fit },
    {
      label: texts.hide,
      icon: 'eye',
      isDisabled: grid.placed.value.length === 1,
      onSelect: () => changeLayout(layout, { hidden: [...hidden, column.name] }),
    },
  ];

  return (
    <div
      class={`grid-cell ${column.type} ${column.isPinned ? 'pinned' : ''}`}
      data-column={column.name}
      data-drop={dragged !== null && dragged.to === place && dragged.name !== column.name ? side : undefined}
      role="columnheader"
      aria-colindex={place + 2}
      aria-sort={sorted ? (sorted.dir === 'asc' ? 'ascending' : 'descending') : 'none'}
      style={{
        width: `${column.width}px`,
        ...(column.isPinned ? { left: `${GUTTER + column.left}px` } : {}),
      }}
    >
      <button
        type="button"
        class="grid-name"
        title={texts.sortBy(column.name)}
        onPointerDown={(event) => dragColumn(grid, column.name, event)}
        onClick={(event) => showView(pressColumn(view, column.name, event.shiftKey))}
      >
        <Icon name={column.isUnique ? 'key' : TYPE_ICONS[column.type]} />
        <span class="cut" dir="auto">
          {column.name}
        </span>
        <span class="unseen">
          ({storesTexts.types[column.type]}
          {column.isUnique ? `, ${texts.key}` : ''})
        </span>
        {sorted && <Icon name={sorted.dir === 'asc' ? 'sortUp' : 'sortDown'} />}
        {sorted && keys.length > 1 && <span class="number">{rank + 1}</span>}
      </button>
      <IconButton
        icon="chevronDown"
        size="small"
        label={texts.menu(column.name)}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={(event) => setMenu(menu === null ? event.currentTarget : null)}
      />
      <div
        class="grid-edge"
        onDblClick={fit}
        onPointerDown={(event) => {
          event.preventDefault();
          const edge = event.currentTarget;
          const from = event.clientX;
          edge.setPointerCapture(event.pointerId);
          edge.onpointermove = (move) => setWidth(column.width + move.clientX - from);
          edge.onlostpointercapture = () => {
            edge.onpointermove = null;
          };
        }}
      />
      {menu && (
        <Menu anchor={menu} label={texts.menu(column.name)} items={items} onClose={() => setMenu(null)} />
      )}
    </div>
  );
}

/** The list of columns to show and hide. */
export function columnItems(grid: GridState): MenuEntry[] {
  const { layout } = grid;
  const { hidden } = layout.value;
  return [
    ...grid.columns.map(({ name }): MenuEntry => {
      const isShown = !hidden.includes(name);
      return {
        label: name,
        isChecked: isShown,
        isDisabled: isShown && grid.placed.value.length === 1,
        onSelect: () =>
          changeLayout(layout, {
            hidden: isShown ? [...hidden, name] : hidden.filter((one) => one !== name),
          }),
      };
    }),
    null,
    { label: texts.showAll, icon: 'eye', onSelect: () => changeLayout(layout, { hidden: [] }) },
  ];
}
