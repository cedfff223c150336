import type { JSX } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useViewport } from '../../../components/browser/use-viewport.ts';
import type { Column } from '../../../records/value-types.ts';
import { useSession } from '../../../session/session.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { pictureDrops } from '../edits/drop-pictures.ts';
import { pasteCells } from '../edits/range-edits.ts';
import { parseTsv } from '../edits/tsv.ts';
import type { CellPlace } from '../state/grid-cell.ts';
import { cellOf, dragRange, isInEditor } from '../state/grid-pointer.ts';
import type { GridState } from '../state/grid-state.ts';
import { GridHeader } from './grid-header.tsx';
import { type PressedKeys, pressKey, startEdit } from './grid-keys.ts';
import { GridMenu } from './grid-menu.tsx';
import { GridRow, GUTTER, ROW_HEIGHT } from './grid-row.tsx';
import {
  GRID_ROW_OVERSCAN,
  rowPool,
  type Viewport,
  viewportOf,
  visibleColumns,
  visibleRows,
} from './grid-window.ts';
import { linkOf, openPage } from './open-link.ts';

interface GridTableProps {
  readonly grid: GridState;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  readonly onFilter: (field: string) => void;
  readonly onJump: (field: string) => void;
  readonly onFormat: (column: Column) => void;
  readonly onType: (column: Column) => void;
}

/** Before the element is measured, no row is rendered. */
const UNMEASURED: Viewport = { top: 0, left: 0, width: 0, height: 0 };

/** The scrolled part of the grid: only the rows and columns that are in sight exist. */
export function GridTable({ grid, openId, onOpen, ...columnActions }: GridTableProps): JSX.Element {
  const { client } = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const pressed = useRef<PressedKeys>({ isLeaving: false, isRefused: false }).current;
  const [port, measure] = useViewport(scroller, viewportOf, UNMEASURED);
  const [menu, setMenu] = useState<HTMLElement | null>(null);

  const placed = grid.placed.value;
  const lineCount = grid.lineCount.value;
  const { first, last } = port === UNMEASURED ? { first: 0, last: 0 } : visibleRows(port, lineCount);
  useLayoutEffect(() => grid.pages.need(first, last), [grid, first, last]);
  // Read so that the rows are rendered when they arrive.
  void grid.pages.version.value;

  const { pinned, visible, firstVisible, skipped } = visibleColumns(placed, port);
  const totalWidth = GUTTER + placed.reduce((sum, { width }) => sum + width, 0);
  const active = grid.active.value;
  const range = grid.range.value;
  const editing = grid.editing.value;
  const drafts = grid.edits.drafts.records.value;
  const marked = grid.marked.value;
  const gone = grid.gone.value;

  useLayoutEffect(() => {
    if (scroller.current === null) return;
    scrollToCell(scroller.current, grid, active.row, active.column);
    // The event of the scrolling comes with the next frame: keys that follow before it need the row and its editor.
    measure();
  }, [active]);

  const focus = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, place) => first + place);
  const isActiveShown = active.row >= first && active.row < last;
  // The edited row stays when it is scrolled away, or when lines move, so that its editor keeps the focus.
  if (editing !== null && !isActiveShown) rows.push(active.row);
  // Rows that leave the sight are used again for those that come into it.
  const pool = rowPool(port);
  const headerParts = { ...columnActions, grid, pinned, visible, firstVisible, skipped };
  const activeId = `cell-${active.row}-${active.column}`;

  return (
    <>
      {grid.pages.isEarlier.value && <div class="grid-reading" />}
      <div
        ref={scroller}
        class="grid-scroll"
        role="grid"
        tabIndex={0}
        aria-label={gridTexts.grid(grid.detail.name)}
        aria-description={gridTexts.help}
        aria-rowcount={lineCount + 1}
        aria-colcount={placed.length + 1}
        aria-multiselectable
        aria-busy={grid.pages.isEarlier.value || undefined}
        aria-activedescendant={isActiveShown ? activeId : undefined}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          pressKey(grid, event, {
            pageRows: Math.max(1, Math.floor(port.height / ROW_HEIGHT) - 2),
            openRecord: onOpen,
            pressed,
          });
        }}
        onBlur={() => {
          pressed.isRefused = false;
        }}
        onPointerDown={(event) => {
          pressed.isRefused = false;
          const place = cellOf(event.target);
          if (place === null || event.button !== 0 || isInEditor(event.target)) return;
          event.preventDefault();
          if (event.ctrlKey || event.metaKey) {
            openLink(grid, place);
            return;
          }
          focus();
          grid.moveTo(place, event.shiftKey);
          dragRange(event, grid, event.currentTarget);
        }}
        onContextMenu={(event) => {
          if (isInEditor(event.target)) return;
          // The key for menus concerns the active cell.
          const place =
            cellOf(event.target) ?? (event.target === event.currentTarget ? grid.active.peek() : null);
          if (place === null) return;
          event.preventDefault();
          const { top, bottom, left, right } = grid.range.peek();
          const isInside =
            place.row >= top && place.row <= bottom && place.column >= left && place.column <= right;
          if (!isInside) grid.moveTo(place);
          setMenu(document.getElementById(`cell-${place.row}-${place.column}`));
        }}
        onDblClick={(event) => {
          const place = cellOf(event.target);
          if (place === null || isInEditor(event.target)) return;
          // Between the second press and this event, the grid may have been made anew.
          grid.moveTo(place);
          startEdit(grid);
        }}
        onClick={({ target }) => {
          if (target instanceof HTMLImageElement && target.matches('.cell-picture')) {
            grid.enlarged.value = target.src;
          }
        }}
        {...pictureDrops(grid, client)}
        onPaste={(event) => {
          const text = event.clipboardData?.getData('text/plain') ?? '';
          if (text === '' || isInEditor(event.target)) return;
          event.preventDefault();
          void pasteCells(grid, parseTsv(text));
        }}
      >
        <div class="grid-width" style={{ width: `${totalWidth}px` }} role="presentation">
          <GridHeader {...headerParts} />
          <div class="grid-rows" role="rowgroup" style={{ height: `${lineCount * ROW_HEIGHT}px` }}>
            {rows.map((index) => {
              const row = grid.rowAt(index);
              const isHere = index === active.row;
              return (
                <GridRow
                  key={isHere && editing !== null ? 'edited' : index % pool}
                  grid={grid}
                  index={index}
                  row={row}
                  pinned={pinned}
                  visible={visible}
                  firstVisible={firstVisible}
                  skipped={skipped}
                  range={index >= range.top && index <= range.bottom ? range : null}
                  active={isHere ? active.column : -1}
                  editing={isHere && editing?.id === row?.id ? editing : null}
                  isSelected={row !== null && grid.selection.has(row.id)}
                  isOpen={row !== null && row.id === openId}
                  drafts={row === null ? null : (drafts.get(row.id) ?? null)}
                  marked={marked.size === 0 ? null : marked}
                  isGone={row !== null && gone.has(row.id)}
                  onOpen={onOpen}
                  onDone={focus}
                />
              );
            })}
          </div>
        </div>
      </div>
      {menu !== null && (
        <GridMenu
          grid={grid}
          anchor={menu}
          onOpen={onOpen}
          onClose={() => {
            setMenu(null);
            focus();
          }}
        />
      )}
    </>
  );
}

/** Opens the page to which the value of a cell leads, if it is a link. */
function openLink(grid: GridState, { row, column }: CellPlace): void {
  const shown = grid.rowAt(row);
  const link = shown === null ? null : linkOf(grid, shown, grid.placed.peek()[column]);
  if (link !== null) openPage(link);
}

/** Scrolls until a cell is in sight, beside the pinned columns and below the header. */
function scrollToCell(element: HTMLElement, grid: GridState, row: number, place: number): void {
  const top = row * ROW_HEIGHT;
  const room = element.clientHeight - ROW_HEIGHT * GRID_ROW_OVERSCAN.header;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + ROW_HEIGHT > element.scrollTop + room) element.scrollTop = top + ROW_HEIGHT - room;
  const columns = grid.placed.peek();
  const column = columns[place];
  if (column === undefined || column.isPinned) return;
  const pinned = columns.filter(({ isPinned }) => isPinned).reduce((sum, { width }) => sum + width, 0);
  const left = column.left - pinned;
  const width = element.clientWidth - GUTTER - pinned;
  if (left < element.scrollLeft) element.scrollLeft = left;
  else if (left + column.width > element.scrollLeft + width) {
    element.scrollLeft = Math.min(left, left + column.width - width);
  }
}
