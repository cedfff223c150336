import type { AnyRow, AnyValue } from '@vitrine/client';
import { Component, type JSX } from 'preact';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { showValue } from '../../records/value-types.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import { CellEditor } from './cell-editor.tsx';
import type { PlacedColumn } from './column-layout.ts';
import { type CellRange, cellKey, type GridState, type Problem } from './grid-state.ts';

export const ROW_HEIGHT = 32;
export const GUTTER = 76;

interface GridRowProps {
  readonly grid: GridState;
  readonly index: number;
  readonly row: AnyRow | null;
  readonly pinned: readonly PlacedColumn[];
  readonly visible: readonly PlacedColumn[];
  /** The place of the first visible column among all. */
  readonly firstVisible: number;
  /** The space of the columns that are left of the visible ones. */
  readonly skipped: number;
  /** The range in this row; null outside of it. */
  readonly range: CellRange | null;
  /** The place of the active cell in this row; -1 in other rows. */
  readonly active: number;
  readonly isEditing: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly problems: ReadonlyMap<string, Problem> | null;
  /** The cells that someone else has just changed. */
  readonly marked: ReadonlySet<string> | null;
  /** Whether someone else has deleted the record. */
  readonly isGone: boolean;
  readonly onOpen: (id: string) => void;
  readonly onDone: () => void;
}

/** One row. It is rendered anew only when something about it changes. */
export class GridRow extends Component<GridRowProps> {
  override shouldComponentUpdate(next: Readonly<GridRowProps>): boolean {
    const before: Readonly<Record<string, unknown>> = { ...this.props };
    return Object.entries(next).some(([name, value]) => before[name] !== value);
  }

  override render(): JSX.Element {
    return renderRow(this.props);
  }
}

function renderRow(props: GridRowProps): JSX.Element {
  const { grid, index, row, pinned, visible, firstVisible, skipped, onOpen } = props;
  const { active, isEditing, isSelected, isOpen, isGone, problems } = props;
  const number = formatNumber(index + 1);
  return (
    <div
      class="grid-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-open={isOpen || undefined}
      data-gone={isGone || undefined}
      data-raised={(active >= 0 && (isEditing || problems !== null)) || undefined}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
    >
      <div class="grid-gutter" role="gridcell" aria-colindex={1}>
        {row !== null && (
          <>
            <label class="check">
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={gridTexts.selectRow(number)}
                checked={isSelected}
                onChange={() => grid.toggle(row.id)}
              />
            </label>
            <button
              type="button"
              tabIndex={-1}
              class="number"
              aria-label={gridTexts.openRow(number)}
              onClick={() => onOpen(row.id)}
            >
              <span>{number}</span>
              <Icon name="panel" />
            </button>
          </>
        )}
      </div>
      {pinned.map((column, place) => renderCell(props, column, place))}
      {skipped > 0 && <div class="grid-skipped" style={{ width: `${skipped}px` }} />}
      {visible.map((column, place) => renderCell(props, column, firstVisible + place))}
    </div>
  );
}

/** Returns a cell. Cells and values are no components, because hundreds of them are rendered in a frame. */
function renderCell(props: GridRowProps, column: PlacedColumn, place: number): JSX.Element {
  const { grid, index, row, range, active, isEditing, problems, marked, onDone } = props;
  const isActive = active === place;
  const isInRange = range !== null && place >= range.left && place <= range.right;
  const problem = row === null ? undefined : problems?.get(cellKey(row.id, column.name));
  const value = row?.[column.name] ?? null;
  // The editor and the message are larger than the cell.
  const isRaised = isActive && (isEditing || problem !== undefined);
  const classes = [
    'grid-cell',
    column.type,
    column.isPinned ? 'pinned' : '',
    isActive ? 'active' : '',
    isInRange ? 'ranged' : '',
    problem ? 'refused' : '',
    value === null ? 'unset' : '',
    isRaised ? 'raised' : '',
    row !== null && marked?.has(cellKey(row.id, column.name)) ? 'marked' : '',
  ];
  const shown = row === null ? <span class="grid-blank" /> : (problem?.text ?? renderValue(value, column));
  return (
    <div
      key={column.name}
      id={`cell-${index}-${place}`}
      class={classes.filter(Boolean).join(' ')}
      role="gridcell"
      dir="auto"
      aria-colindex={place + 2}
      aria-selected={isInRange}
      aria-readonly={!column.isEditable}
      aria-invalid={problem ? true : undefined}
      title={problem?.message}
      style={{
        width: `${column.width}px`,
        ...(column.isPinned ? { left: `${GUTTER + column.left}px` } : {}),
      }}
    >
      {isActive && isEditing ? (
        <CellEditor grid={grid} column={column} onDone={onDone} />
      ) : isRaised ? (
        <span class="cut">{shown}</span>
      ) : (
        shown
      )}
      {isActive && problem && !isEditing && (
        <div class={hasRoomLeft(column) ? 'grid-problem end' : 'grid-problem'} role="alert">
          {problem.message}
        </div>
      )}
    </div>
  );
}

/** The width of a message, as in the style. */
const MESSAGE_WIDTH = 320;

/** Whether a message fits to the left of the cell's end, so that the edge of the grid does not cut it. */
function hasRoomLeft({ left, width }: PlacedColumn): boolean {
  return GUTTER + left + width >= MESSAGE_WIDTH;
}

/** Texts in cells are cut to this length: the record panel shows all of it. */
const SHOWN_MAX = 300;

function renderValue(value: AnyValue, { type }: PlacedColumn): JSX.Element | string {
  if (value === null) return '–';
  if (typeof value === 'boolean') {
    return <span class={value ? 'badge good' : 'badge'}>{value ? gridTexts.yes : gridTexts.no}</span>;
  }
  return showValue(value, type).slice(0, SHOWN_MAX);
}
