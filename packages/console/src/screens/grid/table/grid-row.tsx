import type { AnyRow, AnyValue } from '@vitrine/client';
import { Component, type JSX } from 'preact';
import { IconButton } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { type CellDraft, cellKey } from '../../../records/edits/kept-drafts.ts';
import { isNewId, type RecordDrafts } from '../../../records/edits/store-drafts.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { messageOfDraft } from '../edits/unsaved.ts';
import type { PlacedColumn } from '../state/column-layout.ts';
import type { CellRange, Editing } from '../state/grid-cell.ts';
import type { GridState } from '../state/grid-state.ts';
import { CellEditor } from './cell-editor.tsx';
import { cellValue } from './cell-value.tsx';

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
  /** The open editor in this row; null in other rows. */
  readonly editing: Editing | null;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  /** The values that are typed into the record and not stored. */
  readonly drafts: RecordDrafts | null;
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
  const { active, editing, isSelected, isOpen, isGone, drafts } = props;
  const number = formatNumber(index + 1);
  const isNew = row !== null && isNewId(row.id);
  return (
    <div
      class="grid-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-open={isOpen || undefined}
      data-gone={isGone || undefined}
      data-new={isNew || undefined}
      data-raised={(active >= 0 && (editing !== null || drafts !== null)) || undefined}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
    >
      <div class="grid-gutter" role="gridcell" aria-colindex={1}>
        {isNew && <NewGutter {...props} id={row.id} />}
        {row !== null && !isNew && (
          <>
            <label class="check">
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={gridTexts.selectRow(number)}
                checked={isSelected}
                onClick={(event) => grid.selection.toggle(index, event.shiftKey)}
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

/** The beginning of a line whose record is not added yet. */
function NewGutter({ grid, drafts, id }: GridRowProps & { readonly id: string }): JSX.Element {
  if (drafts === null) return <Icon name="add" />;
  return (
    <IconButton
      icon="close"
      size="small"
      tabIndex={-1}
      label={gridTexts.unsaved.discard}
      onClick={() => grid.edits.drafts.drop([...grid.edits.drafts.of(id).values()])}
    />
  );
}

/** Returns a cell. Cells and values are no components, because hundreds of them are rendered in a frame. */
function renderCell(props: GridRowProps, column: PlacedColumn, place: number): JSX.Element {
  const { grid, index, row, range, active, drafts, marked, onDone } = props;
  const isActive = active === place;
  const editing = isActive && props.editing?.column.name === column.name ? props.editing : null;
  const isInRange = range !== null && place >= range.left && place <= range.right;
  const draft = drafts?.get(column.name);
  const isRefused = draft?.state === 'refused';
  const value = row?.[column.name] ?? null;
  const message = draft === undefined ? undefined : messageOfDraft(draft);
  // The editor and the message are larger than the cell.
  const isRaised = isActive && (editing !== null || draft !== undefined);
  const classes = [
    'grid-cell',
    column.type,
    column.isPinned ? 'pinned' : '',
    isActive ? 'active' : '',
    isInRange ? 'ranged' : '',
    draft === undefined ? '' : isRefused ? 'refused' : draft.state,
    value === null && draft === undefined ? 'unset' : '',
    isRaised ? 'raised' : '',
    row !== null && marked?.has(cellKey({ id: row.id, field: column.name })) ? 'marked' : '',
  ];
  const shown = row === null ? <span class="grid-blank" /> : shownIn(row, value, draft, column);
  return (
    <div
      key={column.name}
      id={`cell-${index}-${place}`}
      class={classes.filter(Boolean).join(' ')}
      role="gridcell"
      dir="auto"
      aria-colindex={place + 2}
      aria-selected={isInRange}
      aria-readonly={row === null || !grid.isEditable(row, column)}
      aria-invalid={isRefused ? true : undefined}
      title={message}
      style={{
        width: `${column.width}px`,
        ...(column.isPinned ? { left: `${GUTTER + column.left}px` } : {}),
      }}
    >
      {editing !== null ? (
        <CellEditor grid={grid} editing={editing} onDone={onDone} />
      ) : isRaised ? (
        <span class="cut">{shown}</span>
      ) : (
        shown
      )}
      {isActive && message && editing === null && (
        <div
          class={`grid-problem ${draft?.state} ${hasRoomLeft(column) ? 'end' : ''}`}
          role={isRefused ? 'alert' : 'status'}
        >
          {message}
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

/** Returns the typed value, as its text if the server has refused it; without a draft, the value of the record. */
function shownIn(
  row: AnyRow,
  value: AnyValue,
  draft: CellDraft | undefined,
  column: PlacedColumn,
): JSX.Element | string {
  if (draft === undefined) return isNewId(row.id) ? '' : cellValue(value, column);
  return draft.state === 'refused' ? draft.text : cellValue(draft.value, column);
}
