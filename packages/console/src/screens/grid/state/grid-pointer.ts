import type { CellPlace } from './grid-cell.ts';
import type { GridState } from './grid-state.ts';

/** Returns the cell in which an element of the page is. Null: it is in none. */
export function cellOf(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest('[id^="cell-"]') : null;
  const [row, column] = (cell?.id ?? '').split('-').slice(1).map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/** Whether an element of the page is a part of the editor of a cell. */
export function isInEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.cell-editor, .date-picker, .picture-button') !== null;
}

/** Milliseconds between two cells while the pointer is beyond the edge of the grid. */
const STEP_MS = 60;

/** Extends the range while the pointer is down, also to cells that come into sight when it is beyond the edge. */
export function dragRange({ pointerType }: PointerEvent, grid: GridState, scroller: HTMLElement): void {
  if (pointerType !== 'mouse') return;
  let [x, y] = [0, 0];
  let stepping: ReturnType<typeof setInterval> | undefined;
  const extendTo = (to: CellPlace) => {
    const { row, column } = grid.active.peek();
    if (to.row !== row || to.column !== column) grid.moveTo(to, true);
  };
  const step = () => {
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const { row, column } = grid.active.peek();
    extendTo({ row: row + beyond(y, top, bottom), column: column + beyond(x, left, right) });
  };
  const move = (event: PointerEvent) => {
    [x, y] = [event.clientX, event.clientY];
    const place = cellOf(document.elementFromPoint(x, y));
    clearInterval(stepping);
    if (place !== null) extendTo(place);
    else stepping = setInterval(step, STEP_MS);
  };
  const ending = new AbortController();
  const end = () => {
    clearInterval(stepping);
    ending.abort();
  };
  const { signal } = ending;
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
}

/** Returns the direction in which a point is outside of two edges; 0 between them. */
function beyond(at: number, from: number, to: number): number {
  if (at < from) return -1;
  return at > to ? 1 : 0;
}
